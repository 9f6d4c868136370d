/** Ends the connection otherwise than a server should. */

import type { ConnectionFault } from '../../scenarios/fault.js';
import { AT_ONCE } from '../service-response.js';
import type { FaultPerformer } from './fault-performer.js';

export const performConnection: FaultPerformer<ConnectionFault> = ({ end, after }, _context, next) => {
  const answer = next();
  return {
    ...answer,
    delivery: { ...(answer.delivery ?? AT_ONCE), end, ...(after !== undefined && { endAfter: after }) },
  };
};
