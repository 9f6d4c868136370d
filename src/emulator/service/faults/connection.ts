/** Ends the connection in a way in which a server should not. */

import type { ConnectionFault } from '../../scenarios/fault.js';
import { delivered } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performConnection: FaultPerformer<ConnectionFault> = ({ end, after, effect }, _context, next) =>
  delivered(next({ fails: effect === 'none' }), { end, ...(after !== undefined && { endAfter: after }) });
