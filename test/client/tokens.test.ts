import { UnauthorizedError } from 'id-emulator/client';
import { afterEach, expect, test, vi } from 'vitest';
import { budget } from '../budget.js';
import { cast } from '../cast.js';
import { failureOf, startClient } from './client-under-test.js';

const ben = cast('Ben');

afterEach(() => {
  vi.restoreAllMocks();
});

/** Moves the monotonic clock of the process, so that tests need not wait. */
const now = performance.now.bind(performance);
function letPass(seconds: number) {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000);
}

const PARALLEL = budget({ short: 200, long: 1_000 });

test(`${PARALLEL} parallel first calls send one token request`, async () => {
  await using client = await startClient();
  const scores = await Promise.all(
    Array.from({ length: PARALLEL }, () => client.connection.getHumanScoreByPartyId(ben.partyId)),
  );
  expect(new Set(scores.map(({ partyId }) => partyId))).toEqual(new Set([ben.partyId]));
  expect(client.count('token')).toBe(1);
  expect(client.count('api')).toBe(PARALLEL);
});

test('a token that is about to expire is renewed before the service refuses it', async () => {
  await using client = await startClient({}, { tokenTtl: 60 });
  await client.connection.getUsers();
  letPass(53);
  await client.connection.getUsers();
  expect(client.count('token')).toBe(1);
  letPass(55);
  await client.connection.getUsers();
  expect(client.count('token')).toBe(2);
  expect(client.retries).toEqual([]);
});

test('a new token that is refused causes an UnauthorizedError and is not used again', async () => {
  await using client = await startClient({ scenario: 'token-malformed' });
  const failure = await failureOf(client.connection.getUsers());
  expect(failure).toBeInstanceOf(UnauthorizedError);
  expect(failure).toMatchObject({ status: 401, code: 'unauthorized' });
  await failureOf(client.connection.getUsers());
  const tokens = client.sent.filter(({ isTokenRequest }) => !isTokenRequest).map(({ authorization }) => authorization);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('parallel refused calls renew the token once', async () => {
  await using client = await startClient();
  await client.connection.getUsers();
  await fetch(`${client.emulator.url}/_emulator/sandboxes/default/scenarios`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"select":"token-revoked"}',
  });
  await Promise.all(Array.from({ length: 50 }, () => client.connection.getUsers()));
  expect(client.count('token')).toBe(2);
});

test('a token that expires while paging is renewed once, and no item is missed', async () => {
  await using client = await startClient({ scenario: 'token-expires-while-paging' });
  const ids: number[] = [];
  for await (const user of client.connection.iterateUsers({ pageSize: 50 })) ids.push(user.id);
  const { pagination } = await client.connection.getUsers();
  expect(new Set(ids).size).toBe(pagination.total);
  expect(ids).toHaveLength(pagination.total);
  expect(client.count('token')).toBe(2);
});

test('403 causes one renewal if the token may have expired by the clock of the service, and otherwise none', async () => {
  await using client = await startClient({}, { variants: { unauthenticated: '403' } });
  await client.connection.getUsers();
  client.emulator.defaultSandbox.clock.advance('2h');
  expect((await client.connection.getUsers()).items).not.toEqual([]);
  client.emulator.defaultSandbox.use('institution-suspended');
  expect(await failureOf(client.connection.getUsers())).toMatchObject({ name: 'UnauthorizedError', status: 403 });
  expect(client.count('token')).toBe(2);
});

test('a call that stops waiting for a token does not abort the token request of other calls', async () => {
  await using client = await startClient({ tokenScenario: 'token-endpoint-slow;delay="200ms"' });
  const impatient = new AbortController();
  const left = failureOf(client.connection.getUsers({}, { signal: impatient.signal }));
  const stays = client.connection.getUsers();
  impatient.abort(new Error('changed my mind'));
  expect((await left).message).toBe('changed my mind');
  expect((await stays).items).not.toEqual([]);
  expect(client.count('token')).toBe(1);
});

test('a valid token is used while its renewal fails', async () => {
  await using client = await startClient({ tokenScenario: 'server-error;after=1;times=100' }, { tokenTtl: 60 });
  await client.connection.getUsers();
  letPass(55);
  expect((await client.connection.getUsers()).items).not.toEqual([]);
  expect(client.count('token')).toBe(2);
});
