import { readAuthorization } from '../../../contract/authorization.js';
import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { eachAlone } from '../series.js';

/** The operations that need no access token. */
const OPEN: ReadonlySet<string> = new Set<OperationId>(['issueToken', 'checkVerificationStatus']);

export const tokenWithEveryCall: Rule = {
  id: 'token-with-every-call',
  title: 'A client sends its access token with every call that needs one.',
  basis: 'specification sections 5.2 and 5.5; RFC 6750 section 2.1',
  precondition: 'call that needs an access token',
  remedy: 'Request an access token first, and send it in the header Authorization.',
  examine: eachAlone(({ operation, request, status }) => {
    if (operation === undefined || OPEN.has(operation)) return undefined;
    const authorization = headerOf(request.headers, 'Authorization');
    if (status !== 401) return true;
    if (authorization === undefined) return 'Sent no Authorization header.';

    const { flaw } = readAuthorization(authorization);
    return flaw === undefined || `Sent no access token: the Authorization header ${flaw}.`;
  }),
};
