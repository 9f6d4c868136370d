import { headerOf } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** A client sends no access token to the public check. */
export const noTokenInPublic = eachAlone(({ operation, request }) => {
  if (operation !== 'checkVerificationStatus') return 'not-applicable';
  // A header without a value has no token.
  if (!headerOf(request.headers, 'Authorization')?.trim()) return 'followed';

  return { broken: 'Sent an Authorization header to the public check.' };
});
