/** Sends the body in small pieces. */

import type { DripFault } from '../../scenarios/fault.js';
import { AT_ONCE } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performDrip: FaultPerformer<DripFault> = ({ bytes, every }, _context, next) => {
  const response = next();
  const drip = { bytes: Math.max(1, bytes), every };
  return { ...response, delivery: { ...(response.delivery ?? AT_ONCE), drip } };
};
