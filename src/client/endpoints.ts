/** The endpoints of the service: what a method sends for its argument, and what the response must contain. */

import { check, checkText, checkTexts, filtersIn, defined } from './arguments.js';
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
/**
 * The endpoints by the name of the method. The name is also the operation, unless the entry names another one. `flawOf`
 * says what is wrong with the body of a response.
 */
export const ENDPOINTS: {
  readonly [Method in Exclude<keyof Endpoints, 'request'>]: (
    argument: Parameters<Endpoints[Method]>[0],
  ) => Omit<EndpointCall, 'operation'> & { readonly operation?: keyof Endpoints };
} = {
  getUsers: (options) => ({
    path: '/institutions/me/users',
    query: { offset: 0, limit: 10, ...defined(options) },
    flawOf: arrayIn('items'),
  }),
  getHumanScores: (options) => listCall(SCORES, options),
  getHumanScoreByPartyId: (partyId) => ({ path: SCORES + segment('partyId', partyId) }),
  getCredentials: (options) => listCall(CREDENTIALS, options),
  getCredentialByPartyId: (partyId) => ({
    path: CREDENTIALS + segment('partyId', partyId),
    flawOf: (credentials) => flawOfArray('', credentials),
  }),
  resolveCredentials(options) {
    const query = defined(options);
    for (const [name, value] of Object.entries(query)) checkText(name, value);
    const path = `${CREDENTIALS}/resolve`;

    return { operation: 'resolveCredentials', path, query, flawOf: arrayIn('credentials') };
  },
  // `resolveCredentials` leaves out what is undefined, and would send a request without any criterion. An empty text
  // takes the place of undefined, because an empty text is refused.
  resolve: (q?: string) => ENDPOINTS.resolveCredentials({ q: q ?? '' }),
  reverseResolve: (partyId?: string) => ENDPOINTS.resolveCredentials({ partyId: partyId ?? '' }),
  createCredentialsRequest(options) {
    const content = defined(options);
    checkText('partyId', content.partyId);
    checkTexts('providers', content.providers);

    return { path: `${CREDENTIALS}/request`, content, success: 204, mayBeEmpty: true };
  },
  generateVerificationLink(options) {
    const content = defined(options);
    checkText('contractId', content.contractId);
    return { path: '/verification/generate-link', content };
  },
  generateVerificationLinksBatch(options) {
    const content = defined(options);
    check(Array.isArray(content.requests), 'requests must be an array');
    const ids = content.requests.map((item: Partial<GenerateVerificationLinkOptions> | null) => item?.contractId);
    checkTexts('requests', ids);

    return { path: '/verification/generate-links-batch', content, flawOf: arrayIn('results') };
  },
  checkVerificationStatus: (token) => ({ path: `/verification/check${segment('token', token)}`, secret: token }),
};

function listCall(path: string, options: ListOptions | undefined): Omit<EndpointCall, 'operation'> {
  const query = defined(options);
  filtersIn(query);
  return { path, query, flawOf: arrayIn('items') };
}

/** What is wrong with a response whose member has to be an array of objects. */
const arrayIn = (member: string) => (value: Members) => flawOfArray(member, value[member]);

/** @param member the name of the member that has the items; empty if the response itself is the array */
function flawOfArray(member: string, items: unknown): string | undefined {
  if (!Array.isArray(items)) return member ? `has no array ${member}` : 'is no array';
  // `Object` returns an object unchanged, and wraps any other value. So the comparison finds what is no object.
  const place = items.findIndex((item) => item !== Object(item));
  return place < 0 ? undefined : `has ${member}[${place}], which is no object`;
}

/** A segment of a path. @param name what the value is called in a message */
function segment(name: string, value: string): string {
  checkText(name, value);
  return `/${encodeURIComponent(value)}`;
}
