/** Gives out access tokens of another lifetime. */

import type { LifetimeFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performLifetime: FaultPerformer<LifetimeFault> = ({ seconds }, { overrides }, next) => {
  overrides.tokenLifetime = seconds;
  return next();
};
