/** Holds the response until later calls have arrived or were answered. */

import type { HoldFault } from '../../scenarios/fault.js';
import { delivered } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performHold: FaultPerformer<HoldFault> = (fault, _context, next) => delivered(next(), { hold: fault });
