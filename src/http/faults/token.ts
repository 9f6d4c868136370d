/** Treats the presented access token as expired, in the very words of a real expiry. */

import type { TokenFault } from '../../scenario/fault.js';
import type { FaultPerformer } from './fault-performer.js';
import { unauthorized } from '../service-failure.js';

export const performToken: FaultPerformer<TokenFault> = () => {
  throw unauthorized('The access token has expired.', true);
};
