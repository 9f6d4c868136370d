import type { OperationId } from '../../../contract/operation.js';
import { headerOf } from '../../journal/exchange.js';
import { credentialsIn, isNoValue } from '../../redaction/credentials.js';
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
    const { scheme, credentials } = credentialsIn(authorization);
    if (!/^bearer$/i.test(scheme)) return true;
    if (credentials === '') return 'Sent the header Authorization with no token.';
    return !isNoValue(credentials) || `Sent ${JSON.stringify(credentials)} in place of a token, because it had none.`;
  }),
};
