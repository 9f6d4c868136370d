/** Sends the body in small pieces. */

import type { DripFault } from '../../scenarios/fault.js';
import { delivered } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performDrip: FaultPerformer<DripFault> = ({ bytes, every }, _context, next) =>
  delivered(next(), { drip: { bytes: Math.max(1, bytes), every } });
