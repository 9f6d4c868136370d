import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

export const noTokenInPublic: Rule = {
  id: 'no-token-in-public',
  title: 'A client sends no access token to the public check.',
  basis: 'specification section 5.5; RFC 6750 section 5.3',
  occasion: 'public check of a verification link',
  remedy: 'Leave the Authorization header out of GET /verification/check/{token}.',
  examine: (exchanges) => {
    const checks = exchanges.filter(({ operation }) => operation === 'checkVerificationStatus');
    const authorized = checks.filter(({ request }) => headerOf(request.headers, 'Authorization') !== undefined);
    return {
      offences: authorized.map((exchange) => ({
        exchanges: [exchange],
        what: 'Sent an Authorization header to the public check.',
      })),
      good: checks.filter((exchange) => !authorized.includes(exchange)),
    };
  },
};
