/** Which requests are authenticated: section 5, rules 2, 5 and 6. */

import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { type Check, type CheckGroup, holdsIf } from '../check.js';
import type { RequestOptions } from '../exchange.js';
import { objectIn, textIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { hasStatus } from './response-checks.js';

/** What a request needs beside its path, so that it creates nothing even if the service wrongly accepts it. */
const CALLS: Readonly<Partial<Record<OperationId, RequestOptions>>> = {
  resolveCredentials: { query: { q: UNKNOWN.email } },
  createCredentialsRequest: { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } },
  generateVerificationLink: { body: { contractId: UNKNOWN.contractId } },
  generateVerificationLinksBatch: { body: { requests: [{ contractId: UNKNOWN.contractId }] } },
};

const GARBLED = 'Bearer not.a.token';

const TOKENS: readonly Check[] = [
  {
    id: 'authentication.altered-token',
    title: 'a token with one changed letter is rejected',
    section: '5',
    run: async (service) =>
      hasStatus(await service.request('getUsers', { authorization: await altered(service) }), 401, 403),
  },
  {
    id: 'authentication.no-scheme',
    title: 'a token without the scheme Bearer is rejected',
    section: '5',
    run: async (service) =>
      hasStatus(await service.request('getUsers', { authorization: await token(service) }), 401, 403),
  },
  {
    id: 'authentication.expired-token',
    title: 'an expired token is rejected',
    section: '5',
    needs: ['expired-token'],
    run: async (service) =>
      hasStatus(
        await service.request('getUsers', { authorization: `Bearer ${service.inputs.expiredToken!}` }),
        401,
        403,
      ),
  },
  {
    id: 'authentication.expired-token-status',
    title: 'an expired token returns 401, not 403',
    point: 'Unauthorized:when',
    needs: ['expired-token'],
    run: async (service) =>
      hasStatus(await service.request('getUsers', { authorization: `Bearer ${service.inputs.expiredToken!}` }), 401),
  },
  {
    id: 'authentication.status',
    title: 'a missing token returns 401, not 403',
    point: 'Unauthorized:when',
    run: async (service) => hasStatus(await service.request('getUsers', { authorization: null }), 401),
  },
  {
    id: 'authentication.garbled-status',
    title: 'a garbled token returns 401, not 403',
    point: 'Unauthorized:when',
    run: async (service) => hasStatus(await service.request('getUsers', { authorization: GARBLED }), 401),
  },
  {
    id: 'authentication.challenge',
    title: 'the error response has WWW-Authenticate: Bearer',
    point: 'BearerChallenge',
    run: async (service) => {
      const challenge = (await service.request('getUsers', { authorization: null })).headers['www-authenticate'];
      return holdsIf(
        challenge?.startsWith('Bearer') === true,
        `WWW-Authenticate is ${challenge === undefined ? 'missing' : 'of another scheme'}`,
        challenge?.split(' ')[0] ?? 'nothing',
      );
    },
  },
  {
    id: 'authentication.public-check',
    title: 'checking a link needs no token',
    section: '5',
    run: async (service) =>
      hasStatus(await service.request('checkVerificationStatus', { path: { token: UNKNOWN.link } }), 404),
  },
];

/** The group. */
export function authentication({ operations }: Contract): CheckGroup {
  const guarded = [...operations.values()].filter(({ access }) => access === 'bearer');
  const checks = guarded.flatMap(({ id, method }): Check[] => {
    const needs: Check['needs'] = method === 'get' ? [] : ['write'];
    return [
      {
        id: `authentication.${id}.missing`,
        title: `${id} is rejected without a token`,
        section: '5',
        needs,
        run: async (service) =>
          hasStatus(await service.request(id, { ...CALLS[id], path: UNKNOWN, authorization: null }), 401, 403),
      },
      {
        id: `authentication.${id}.garbled`,
        title: `${id} is rejected with a garbled token`,
        section: '5',
        needs,
        run: async (service) =>
          hasStatus(await service.request(id, { ...CALLS[id], path: UNKNOWN, authorization: GARBLED }), 401, 403),
      },
    ];
  });
  return { name: 'authentication', title: 'authentication', checks: [...checks, ...TOKENS] };
}

async function token(service: Service): Promise<string> {
  return textIn(objectIn(await service.requestToken()), 'access_token');
}

/** Changes the middle letter: the last letter of base64 may have bits that decoders ignore. */
async function altered(service: Service): Promise<string> {
  const value = await token(service);
  const middle = value.length - Math.ceil(value.split('.').at(-1)!.length / 2);
  return `Bearer ${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
}
