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
  remedy: 'Request an access token first, and send it as Authorization: Bearer.',
  examine: eachAlone(({ operation, request, status }) => {
    if (operation === undefined || OPEN.has(operation)) return undefined;
    const isWithout = status === 401 && headerOf(request.headers, 'Authorization') === undefined;
    return isWithout ? 'Sent no Authorization header.' : true;
  }),
};
