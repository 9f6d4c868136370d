import { headerOf } from '../../journal/exchange.js';
import type { Rule } from '../rule.js';

export const noTokenInPublic: Rule = {
  id: 'no-token-in-public',
  title: 'A client sends no access token to the public check.',
  basis: 'specification section 5.5; RFC 6750 section 5.3',
  occasion: 'public check of a verification link',
  remedy: 'Omit the Authorization header from GET /verification/check/{token}.',
  examine: (exchanges) => {
    const checks = exchanges.filter(({ operation }) => operation === 'checkVerificationStatus');
    const authorized = checks.filter(({ request }) => headerOf(request.headers, 'Authorization') !== undefined);
    return {
      offences: authorized.map((exchange) => ({
        exchanges: [exchange],
        what: 'Sent an Authorization header to the public check.',
      })),
      followed: checks.filter((exchange) => !authorized.includes(exchange)),
    };
  },
};
