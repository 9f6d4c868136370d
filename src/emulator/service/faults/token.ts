/** Refuses a valid access token as if it were invalid. */

import { AccessTokenError } from '../../domain/tokens/access-token-error.js';
import { unauthorized } from '../service-error.js';
import type { FaultPerformer } from './fault-performer.js';

export const performToken: FaultPerformer<'token'> = ({ as, lasting = false }, { exchange }) => {
  const { sandbox, tokenId, sentByEmulator } = exchange;
  if (lasting && tokenId !== undefined && !sentByEmulator) sandbox.spoiltTokens.set(tokenId, as);
  throw unauthorized(new AccessTokenError(as).message, true);
};
