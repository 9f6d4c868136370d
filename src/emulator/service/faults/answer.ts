/** Responds instead of the operation: with an error response of the service, or with the text of an intermediary. */

import type { AnswerFault } from '../../scenarios/fault.js';
import { ServiceFailure } from '../service-failure.js';
import type { FaultPerformer } from './fault-performer.js';

export const performAnswer: FaultPerformer<AnswerFault> = ({ status, headers = {}, error, message, text, type }) => {
  if (text !== undefined)
    return { status, headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) }, text };
  throw new ServiceFailure(status, error ?? 'error', message ?? 'The request failed.', { headers });
};
