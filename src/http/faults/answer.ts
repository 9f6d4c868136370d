/** Answers instead of the operation. */

import type { AnswerFault } from '../../scenario/fault.js';
import { ServiceFailure } from '../service-failure.js';
import type { FaultPerformer } from './fault-performer.js';

export const performAnswer: FaultPerformer<AnswerFault> = ({ status, error, message, headers = {} }) => {
  throw new ServiceFailure(status, error, message, { headers });
};
