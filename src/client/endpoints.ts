/** The endpoints of the service: what a method sends for its argument, and what the response must contain. */

import { check, checkText, checkTexts, filtersIn, given } from './arguments.js';
import type { Endpoints } from './connection.js';
import type { GenerateVerificationLinkOptions, ListOptions } from './options.js';
import type { Request } from './transport/call.js';
import type { Members } from './transport/response.js';

/** A call of an endpoint. */
export interface EndpointCall extends Omit<Request, 'url'> {
  readonly path: string;
  readonly query?: object;
}

const SCORES = '/institutions/me/human-scores';
const CREDENTIALS = '/institutions/me/credentials';
/** The endpoints by the name of the method. The name is also the operation, unless the entry names another one. */
export const ENDPOINTS: {
  readonly [Method in Exclude<keyof Endpoints, 'request'>]: (
    argument: Parameters<Endpoints[Method]>[0],
  ) => Omit<EndpointCall, 'operation'> & { readonly operation?: keyof Endpoints };
} = {
  getUsers: (options) => ({
    path: '/institutions/me/users',
    query: { offset: 0, limit: 10, ...given(options) },
    flawOf: arrayIn('items'),
  }),
  getHumanScores: (options) => list(SCORES, options),
  getHumanScoreByPartyId: (partyId) => ({ path: SCORES + segment('partyId', partyId) }),
  getCredentials: (options) => list(CREDENTIALS, options),
  getCredentialByPartyId: (partyId) => ({
    path: CREDENTIALS + segment('partyId', partyId),
    flawOf: (credentials) => flawOfArray('', credentials),
  }),
  resolveCredentials(options) {
    const query = given(options);
    for (const [name, value] of Object.entries(query)) checkText(name, value);
    const path = `${CREDENTIALS}/resolve`;

    return { operation: 'resolveCredentials', path, query, flawOf: arrayIn('credentials') };
  },
  // An undefined query would be left out. An empty text is refused instead.
  resolve: (q?: string) => ENDPOINTS.resolveCredentials({ q: q ?? '' }),
  reverseResolve: (partyId?: string) => ENDPOINTS.resolveCredentials({ partyId: partyId ?? '' }),
  createCredentialsRequest(options) {
    const content = given(options);
    checkText('partyId', content.partyId);
    checkTexts('providers', content.providers);

    return { path: `${CREDENTIALS}/request`, content, success: 204, mayBeEmpty: true };
  },
  generateVerificationLink(options) {
    const content = given(options);
    checkText('contractId', content.contractId);
    return { path: '/verification/generate-link', content };
  },
  generateVerificationLinksBatch(options) {
    const content = given(options);
    check(Array.isArray(content.requests), 'requests must be an array');
    const ids = content.requests.map((item: Partial<GenerateVerificationLinkOptions> | null) => item?.contractId);
    checkTexts('requests', ids);

    return { path: '/verification/generate-links-batch', content, flawOf: arrayIn('results') };
  },
  checkVerificationStatus: (token) => ({ path: `/verification/check${segment('token', token)}`, secret: token }),
};

function list(path: string, options: ListOptions | undefined): Omit<EndpointCall, 'operation'> {
  const query = given(options);
  filtersIn(query);
  return { path, query, flawOf: arrayIn('items') };
}

const arrayIn = (member: string) => (value: Members) => flawOfArray(member, value[member]);

function flawOfArray(member: string, items: unknown): string | undefined {
  if (!Array.isArray(items)) return member ? `has no array ${member}` : 'is no array';
  const place = items.findIndex((item) => item !== Object(item));
  return place < 0 ? undefined : `has ${member}[${place}], which is no object`;
}
function segment(name: string, value: string): string {
  checkText(name, value);
  return `/${encodeURIComponent(value)}`;
}
