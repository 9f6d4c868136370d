/** Ends the connection in a way in which a server should not. */

import type { ConnectionFault } from '../../scenarios/fault.js';
import { AT_ONCE } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performConnection: FaultPerformer<ConnectionFault> = ({ end, after, effect }, _context, next) => {
  const response = next({ isCarriedOut: effect !== 'none' });
  const delivery = { ...(response.delivery ?? AT_ONCE), end, ...(after !== undefined && { endAfter: after }) };
  return { ...response, delivery };
};
