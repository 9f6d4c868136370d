/** Which requests are authenticated: section 5, rules 2, 5 and 6. */

import type { Contract } from '../../../../contract/contract.js';
import type { Operation, OperationId } from '../../../../contract/operation.js';
import { holdsIf } from '../../check.js';
import type { RequestOptions } from '../../build-request.js';
import { objectIn, textIn } from '../../exchange.js';
import { UNKNOWN, withOtherLetter } from '../examples.js';
import { linkCheck } from '../requests.js';
import type { Service } from '../../service.js';
import { type CheckRequest, type CheckRows, type CheckTable, type GroupTables, point, section } from '../table.js';

/** What a request needs beside its path, so that it creates nothing even if the service wrongly accepts it. */
const CALLS: Readonly<Partial<Record<OperationId, RequestOptions>>> = {
  resolveCredentials: { query: { q: UNKNOWN.email } },
  createCredentialsRequest: { body: { partyId: UNKNOWN.partyId, providers: ['GITHUB'] } },
  generateVerificationLink: { body: { contractId: UNKNOWN.contractId } },
  generateVerificationLinksBatch: { body: { requests: [{ contractId: UNKNOWN.contractId }] } },
};

const GARBLED = 'Bearer not.a.token';
const REJECTED = [401, 403];

/** Rows without a request list the users without a token. */
const TOKENS: CheckRows = {
  'altered-token': section('5').row('a token with one changed letter is rejected', { request: usersWith(altered) }),
  'no-scheme': section('5').row('a token without the scheme Bearer is rejected', { request: usersWith(token) }),
  'expired-token': section('5').row('an expired token is rejected', {
    needs: ['expired-token'],
    request: usersWith(expired),
  }),
  'expired-token-status': point('Unauthorized:when').row('an expired token returns 401, not 403', {
    needs: ['expired-token'],
    request: usersWith(expired),
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
    request: linkCheck(UNKNOWN.link),
    expect: 404,
  }),
};

export function authentication({ operations }: Contract): GroupTables {
  const guarded = [...operations.values()].filter(({ access }) => access === 'bearer');
  const tokens: CheckTable = { rows: TOKENS, request: ['getUsers', { authorization: null }], expect: REJECTED };
  return { name: 'authentication', title: 'authentication', tables: [...guarded.map(tableOf), tokens] };
}

function tableOf({ id, method }: Operation): CheckTable {
  const call = { ...CALLS[id], path: UNKNOWN };
  return {
    of: id,
    subject: id,
    needs: method === 'get' ? [] : ['write'],
    expect: REJECTED,
    rows: {
      missing: section('5').row('is rejected without a token', { request: [id, { ...call, authorization: null }] }),
      garbled: section('5').row('is rejected with a garbled token', {
        request: [id, { ...call, authorization: GARBLED }],
      }),
    },
  };
}

/** The users list with a header Authorization. */
function usersWith(authorization: (service: Service) => string | Promise<string>): CheckRequest {
  return async (service) => service.request('getUsers', { authorization: await authorization(service) });
}

function expired({ inputs }: Service): string {
  return `Bearer ${inputs.expiredToken!}`;
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
