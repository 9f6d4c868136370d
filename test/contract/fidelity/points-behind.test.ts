/** Which points one answer rests on: neither more nor less. */

import { expect, test } from 'vitest';
import type { ExchangeFacts } from '../../../src/contract/fidelity/exchange-facts.js';
import { pointsBehind } from '../../../src/contract/fidelity/points-behind.js';
import { shippedContract } from '../../../src/shipped.js';

const EMPTY_PAGE = { items: [], pagination: { offset: 0, limit: 10, total: 0 } };

interface Sketch {
  readonly operationId?: string;
  readonly query?: ExchangeFacts['request']['query'];
  readonly sent?: unknown;
  readonly authorization?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The IDs of the points behind an answer; by default that of getUsers, an empty page. */
function behind({ operationId = 'getUsers', query = '', sent, authorization, status = 200, headers = {}, body = EMPTY_PAGE }: Sketch): string[] {
  const request = { query, body: sent, ...(authorization !== undefined && { headers: { Authorization: authorization } }) };
  return pointsBehind(shippedContract(), { operationId, request, response: { status, headers, body } }).map(({ id }) => id);
}

test('a parameter counts where it was sent', () => {
  expect(behind({ query: 'search=ann' })).toContain('getUsers.search');
  expect(behind({ query: { search: 'ann' } })).toContain('getUsers.search');
  expect(behind({})).not.toContain('getUsers.search');
});

test('a default counts where its parameter was not sent', () => {
  expect(behind({})).toContain('UsersLimit:default');
  expect(behind({ query: 'limit=5' })).not.toContain('UsersLimit:default');
});

test('a limit counts where it is why the request was refused', () => {
  expect(behind({ query: 'limit=0', status: 400, body: {} })).toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).toContain('UsersLimit:maximum');
  expect(behind({ query: 'limit=101', status: 400, body: {} })).not.toContain('UsersLimit:minimum');
  expect(behind({ query: 'limit=100' })).not.toContain('UsersLimit:maximum');
});

test('members count where they are in the answer', () => {
  const body = { ...EMPTY_PAGE, items: [{ id: 1 }, { id: 2, email: 'ann@example.com' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.id', 'InstitutionUser.email']));
  expect(behind({ body })).not.toContain('InstitutionUser.fullName');
});

test('a member counts with the schema that it refers to', () => {
  const body = { ...EMPTY_PAGE, items: [{ regDate: '2026-01-09T08:30:00.000Z' }] };
  expect(behind({ body })).toEqual(expect.arrayContaining(['InstitutionUser.regDate', 'Timestamp']));
});

test('headers count where they are in the answer, whatever the case of their names', () => {
  const throttled = { status: 429, body: { error: 'rate_limited', message: 'Rate limit exceeded.' } };
  expect(behind({ ...throttled, headers: { 'retry-after': '1' } })).toContain('RetryAfter');
  expect(behind(throttled)).not.toContain('RetryAfter');
});

test('what was sent does not count where the answer does not depend on it', () => {
  expect(behind({ query: 'search=ann&limit=0', status: 401, body: {} })).toEqual(['getUsers', 'bearerToken', 'Unauthorized']);
});

test('HTTP Basic counts where the client uses it', () => {
  const token = { operationId: 'issueToken', sent: { grant_type: 'client_credentials' }, body: {} };
  expect(behind({ ...token, authorization: 'Basic ZGVtbw==' })).toContain('clientBasic');
  expect(behind(token)).not.toContain('clientBasic');
});

test('a rule over parameters counts where it is why the request was refused', () => {
  const resolve = { operationId: 'resolveCredentials', status: 400, body: {} };
  expect(behind(resolve)).toContain('resolveCredentials.exactly-one-of:neither');
  expect(behind({ ...resolve, query: 'q=a&partyId=b' })).toContain('resolveCredentials.exactly-one-of:both');
  expect(behind({ operationId: 'resolveCredentials', query: 'q=a', body: { credentials: [] } }).filter((id) => id.includes('exactly'))).toEqual([]);
});

test('an operation, a status or a body that the contract does not have rests on nothing of it', () => {
  expect(behind({ operationId: 'getNothing' })).toEqual([]);
  expect(behind({ status: 502, body: 'Bad gateway' })).toEqual(['getUsers', 'bearerToken']);
  expect(behind({ body: [null, { items: 3 }] })).not.toContain('UsersList.items');
  expect(behind({ query: '%zz', status: 400, body: null })).toEqual(['getUsers', 'bearerToken', 'InvalidRequest']);
});
