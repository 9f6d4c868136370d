/** The endpoints of the service: what a method sends for its argument, and what the response has to hold. */

import { checkText, checkTexts, given } from './arguments.js';
import type { Endpoints } from './connection.js';
import type { Request } from './transport/call.js';
import type { Members } from './transport/response.js';

/** A call of an endpoint. */
export interface EndpointCall extends Omit<Request, 'url'> {
  readonly path: string;
  readonly query?: object;
}

const SCORES = '/institutions/me/human-scores';
const CREDENTIALS = '/institutions/me/credentials';

/** By the method's name, which is the operation unless the entry has another. */
export const ENDPOINTS: {
  readonly [Method in keyof Endpoints]: (
    argument: Parameters<Endpoints[Method]>[0],
  ) => Omit<EndpointCall, 'operation'> & { readonly operation?: keyof Endpoints };
} = {
  getUsers: (options) => ({
    path: '/institutions/me/users',
    query: { offset: 0, limit: 10, ...given(options) },
    flawOf: unlessArray('items'),
  }),

  getHumanScores: (options) => ({ path: SCORES, query: given(options), flawOf: unlessArray('items') }),

  getHumanScoreByPartyId: (partyId) => ({ path: SCORES + segment('partyId', partyId) }),

  getCredentials: (options) => ({ path: CREDENTIALS, query: given(options), flawOf: unlessArray('items') }),

  getCredentialByPartyId: (partyId) => ({
    path: CREDENTIALS + segment('partyId', partyId),
    flawOf: (credentials) => (Array.isArray(credentials) ? undefined : 'is no array'),
  }),

  resolveCredentials(options) {
    const query = given(options);
    for (const [name, value] of Object.entries(query)) checkText(name, value);
    const path = `${CREDENTIALS}/resolve`;
    return { operation: 'resolveCredentials', path, query, flawOf: unlessArray('credentials') };
  },

  resolve: (q) => ENDPOINTS.resolveCredentials({ q }),

  reverseResolve: (partyId) => ENDPOINTS.resolveCredentials({ partyId }),

  createCredentialsRequest(options) {
    const content = given(options);
    checkText('partyId', content.partyId);
    checkTexts('providers', content.providers);
    return { path: `${CREDENTIALS}/request`, content, mayBeEmpty: true };
  },

  generateVerificationLink(options) {
    const content = given(options);
    checkText('contractId', content.contractId);
    return { path: '/verification/generate-link', content };
  },

  generateVerificationLinksBatch(options) {
    const content = given(options);
    const requests = [content.requests].flat();
    checkTexts(
      'requests',
      requests.map((item) => item?.contractId),
    );
    return { path: '/verification/generate-links-batch', content, flawOf: unlessArray('results') };
  },

  checkVerificationStatus: (token) => ({ path: `/verification/check${segment('token', token)}`, secret: token }),
};

function unlessArray(member: string) {
  return (value: Members) => (Array.isArray(value[member]) ? undefined : `has no array ${member}`);
}

/** @throws InvalidArgumentError */
function segment(name: string, value: string): string {
  checkText(name, value);
  return `/${encodeURIComponent(value)}`;
}
