/** Which requests are authenticated: section 5, rules 2, 5 and 6. */

import type { Contract } from '../../../../contract/contract.js';
import type { OperationId } from '../../../../contract/operation.js';
import { type CheckGroup, holdsIf } from '../../check.js';
import type { Exchange, RequestOptions } from '../../exchange.js';
import { objectIn, textIn } from '../../read-response.js';
import { UNKNOWN, withOtherLetter } from '../examples.js';
import type { Service } from '../../service.js';
import { type CheckRows, checksOf, point, section } from '../table.js';

/** What a request needs beside its path, so that it creates nothing even if the service wrongly accepts it. */
const CALLS: Readonly<Partial<Record<OperationId, RequestOptions>>> = {
  resolveCredentials: { query: { q: UNKNOWN.email } },
  createCredentialsRequest: { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } },
  generateVerificationLink: { body: { contractId: UNKNOWN.contractId } },
  generateVerificationLinksBatch: { body: { requests: [{ contractId: UNKNOWN.contractId }] } },
};

const GROUP = 'authentication';
const GARBLED = 'Bearer not.a.token';
const REJECTED = [401, 403];

/** Rows without a request list the users without a token. */
const TOKENS: CheckRows = {
  'altered-token': section('5').row('a token with one changed letter is rejected', {
    request: async (service) => usersWith(service, await altered(service)),
  }),
  'no-scheme': section('5').row('a token without the scheme Bearer is rejected', {
    request: async (service) => usersWith(service, await token(service)),
  }),
  'expired-token': section('5').row('an expired token is rejected', {
    needs: ['expired-token'],
    request: usersWithExpiredToken,
  }),
  'expired-token-status': point('Unauthorized:when').row('an expired token returns 401, not 403', {
    needs: ['expired-token'],
    request: usersWithExpiredToken,
    expect: 401,
  }),
  status: point('Unauthorized:when').expect('a missing token returns 401, not 403', 401),
  'garbled-status': point('Unauthorized:when').row('a garbled token returns 401, not 403', {
    request: ['getUsers', { authorization: GARBLED }],
    expect: 401,
  }),
  challenge: point('BearerChallenge').expect('the error response has WWW-Authenticate: Bearer', ({ headers }) => {
    const challenge = headers['www-authenticate'];
    return holdsIf(
      challenge?.startsWith('Bearer') === true,
      `WWW-Authenticate is ${challenge === undefined ? 'missing' : 'of another scheme'}`,
      challenge?.split(' ')[0] ?? 'nothing',
    );
  }),
  'public-check': section('5').row('checking a link needs no token', {
    request: ['checkVerificationStatus', { path: { token: UNKNOWN.link } }],
    expect: 404,
  }),
};

export function authentication({ operations }: Contract): CheckGroup {
  const guarded = [...operations.values()].filter(({ access }) => access === 'bearer');
  const checks = guarded.flatMap(({ id, method }) => {
    const call = { ...CALLS[id], path: UNKNOWN };
    const rows: CheckRows = {
      missing: section('5').row('is rejected without a token', { request: [id, { ...call, authorization: null }] }),
      garbled: section('5').row('is rejected with a garbled token', {
        request: [id, { ...call, authorization: GARBLED }],
      }),
    };
    const needs = method === 'get' ? [] : (['write'] as const);
    return checksOf(`${GROUP}.${id}`, rows, { subject: id, needs, expect: REJECTED });
  });
  const others = checksOf(GROUP, TOKENS, { request: ['getUsers', { authorization: null }], expect: REJECTED });
  return { name: GROUP, title: 'authentication', checks: [...checks, ...others] };
}

function usersWithExpiredToken(service: Service): Promise<Exchange> {
  return usersWith(service, `Bearer ${service.inputs.expiredToken!}`);
}

async function usersWith(service: Service, authorization: string): Promise<Exchange> {
  return await service.request('getUsers', { authorization });
}

async function token(service: Service): Promise<string> {
  return textIn(objectIn(await service.requestToken()), 'access_token');
}

/** Changes the middle letter: the last letter of base64 may have bits that decoders ignore. */
async function altered(service: Service): Promise<string> {
  const value = await token(service);
  const middle = value.length - Math.ceil(value.split('.').at(-1)!.length / 2);
  return `Bearer ${withOtherLetter(value, middle)}`;
}
