/** Treats the presented access token as if it were no good, in the very words of a real refusal. */

import { AccessTokenError } from '../../domain/tokens/token-flaw.js';
import type { TokenFault } from '../../scenarios/fault.js';
import { unauthorized } from '../service-failure.js';
import type { FaultPerformer } from './fault-performer.js';

export const performToken: FaultPerformer<TokenFault> = ({ as, lasting = false }, { caller }) => {
  if (lasting && caller.tokenId !== undefined) caller.sandbox.spoiltTokens.set(caller.tokenId, as);
  throw unauthorized(new AccessTokenError(as).message, true);
};
