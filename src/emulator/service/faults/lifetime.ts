/** Issues access tokens with another lifetime. */

import type { LifetimeFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

export const performLifetime: FaultPerformer<LifetimeFault> = ({ seconds }, _context, next) =>
  next({ tokenLifetime: seconds });
