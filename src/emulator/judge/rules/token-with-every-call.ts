import { readAuthorization } from '../../../contract/authorization.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** The operations that need no access token. */
const OPEN: ReadonlySet<string> = new Set<OperationId>(['issueToken', 'checkVerificationStatus']);

/** A client sends its access token with every call that needs one. */
export const tokenWithEveryCall = eachAlone(({ operation, request, status }) => {
  if (operation === undefined || OPEN.has(operation)) return 'not-applicable';

  const authorization = headerOf(request.headers, 'Authorization');
  const { flaw } = readAuthorization(authorization ?? '');
  if (flaw === undefined) return 'followed';
  // A call that was answered without 401 or 403 may not have needed the token.
  if (status !== 401 && status !== 403) return 'not-applicable';

  if (authorization === undefined) return { broken: 'Sent no Authorization header.' };

  return { broken: `Sent no access token: the Authorization header ${flaw}.` };
});
