import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';
import { eachAlone } from '../series.js';

export const noTokenInPublic: Rule = {
  id: 'no-token-in-public',
  title: 'A client sends no access token to the public check.',
  basis: 'specification section 5.5; RFC 6750 section 5.3',
  precondition: 'public check of a verification link',
  remedy: 'Omit the Authorization header from GET /verification/check/{token}.',
  examine: eachAlone(({ operation, request }) => {
    if (operation !== 'checkVerificationStatus') return undefined;
    return (
      headerOf(request.headers, 'Authorization') === undefined || 'Sent an Authorization header to the public check.'
    );
  }),
};
