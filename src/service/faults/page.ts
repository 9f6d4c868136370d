/** Answers as if the client had asked for another page size. */

import type { PageFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performPage: FaultPerformer<PageFault> = ({ limit }, { overrides }, next) => {
  overrides.limit = limit;
  return next();
};
