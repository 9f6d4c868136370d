import { readAuthorization } from '../../../contract/authorization.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import { eachAlone } from '../series.js';

/** The operations that need no access token. */
const OPEN: ReadonlySet<string> = new Set<OperationId>(['issueToken', 'checkVerificationStatus']);

/** A client sends its access token with every call that needs one. */
export const tokenWithEveryCall = eachAlone(({ operation, request, status }) => {
  if (operation === undefined || OPEN.has(operation)) return 'not-applicable';
  if (status !== 401) return 'followed';

  const authorization = headerOf(request.headers, 'Authorization');
  if (authorization === undefined) return { broken: 'Sent no Authorization header.' };

  const { flaw } = readAuthorization(authorization);
  return flaw === undefined ? 'followed' : { broken: `Sent no access token: the Authorization header ${flaw}.` };
});
