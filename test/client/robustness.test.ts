/** Caches that hang, pauses that are kept, programs that end, errors that can be read, and arguments of any kind. */

import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { idSdk, InvalidArgumentError, RateLimitError, type ConnectConfig, type Connection } from 'id-emulator/client';
import { startBroken } from './broken-service.js';
import { listening } from '../listening.js';
import { failureOf } from './client-under-test.js';

const never = () => new Promise<never>(() => undefined);
const USERS = '/institutions/me/users';

test('a token cache whose get and set hang stalls no call, and a received token is held before set', async () => {
  await using service = await startBroken(() => ({}), { tokenCache: { get: never, set: never }, timeout: 20_000 });
  await Promise.all([service.connection.getUsers(), service.connection.getCredentials()]);
  await service.connection.getUsers({}, { timeout: 900 });
  expect(service.count('token')).toBe(1);
});

test.each<[string, ConnectConfig['tokenCache']]>([
  [
    'throws',
    {
      get: () => {
        throw new Error('no');
      },
      set: () => {
        throw new Error('no');
      },
    },
  ],
  ['holds nonsense', { get: () => ({ token: 7, expiresAt: 'x' }) as never, set: () => 1 }],
])('a token cache that %s is done without', async (_, tokenCache) => {
  await using service = await startBroken(() => ({}), { tokenCache });
  expect((await service.connection.getUsers()).items).toEqual([]);
});

const throttled = (seconds: number) => ({ status: 429, headers: { 'Retry-After': String(seconds) } });

test('a Retry-After above maxRetryDelay holds for other calls, which fail at once with an error of their own', async () => {
  await using service = await startBroken(() => throttled(40));
  const [first, second] = [
    await failureOf(service.connection.getUsers()),
    await failureOf(service.connection.getUsers()),
  ];
  expect(service.count(USERS)).toBe(1);
  expect(first).not.toBe(second);
  for (const failure of [first, second]) expect(failure).toBeInstanceOf(RateLimitError);
  expect(second).toMatchObject({ status: 429, retryAfter: 40 });
  expect(second.stack).not.toBe(first.stack);
});

test('refused calls get an error of their own, with the time to wait', async () => {
  await using service = await startBroken(() => ({}), {
    issue: () => ({ status: 401, body: { error: 'invalid_client' } }),
  });
  const failures = await Promise.all([1, 2, 3].map(() => failureOf(service.connection.getUsers())));
  failures.push(await failureOf(service.connection.getUsers()));
  expect(new Set(failures).size).toBe(4);
  expect(failures.at(-1)).toMatchObject({ name: 'UnauthorizedError', status: 401, retryAfter: 30 });
  expect(service.count('token')).toBe(1);
});

test('a token request goes on for the calls that still wait after one was aborted', async () => {
  await using service = await startBroken(() => ({}), { issue: () => undefined, timeout: 600 });
  const controller = new AbortController();
  const aborted = failureOf(service.connection.getUsers({}, { signal: controller.signal }));
  const waiting = failureOf(service.connection.getCredentials());
  controller.abort();
  await aborted;
  expect((await waiting).name).toBe('TimeoutError');
  expect(service.count('token')).toBe(1);
});

test.each<[string, NonNullable<ConnectConfig['headers']>]>([
  ['a Headers object', new Headers({ 'X-Tenant': 'a' })],
  ['a Map', new Map([['X-Tenant', 'a']])],
  ['a list of pairs', [['X-Tenant', 'a']]],
  ['an object with something undefined', { 'X-Tenant': 'a', 'X-Other': undefined }],
])('headers may be %s', async (_, headers) => {
  await using service = await startBroken(() => ({}), { headers });
  await service.connection.getUsers();
  expect(service.requests.map((request) => request.headers['x-tenant'])).toEqual(['a', 'a']);
  expect(service.requests[1]!.headers).not.toHaveProperty('x-other');
});

test('a configuration with getters works, also those of a class and its base', async () => {
  await using service = await startBroken();
  class Base {
    readonly #config = service.config;
    get clientSecret() {
      return this.#config.clientSecret;
    }
    get baseUrl() {
      return this.#config.baseUrl;
    }
  }
  class Config extends Base {
    readonly clientId = 'a';
    get tokenUrl() {
      return service.config.tokenUrl;
    }
  }
  const connection = await idSdk.connect(new Config());
  expect((await connection.getUsers()).items).toEqual([]);
});

test('agent beside fetch is refused', async () => {
  await using service = await startBroken();
  expect(await failureOf(idSdk.connect({ ...service.config, fetch, agent: {} }))).toBeInstanceOf(InvalidArgumentError);
});

test('JSON.stringify(error) has its message, and inspect shows no symbol', async () => {
  await using service = await startBroken(() => ({ status: 404, body: { error: 'not_found', message: 'nobody' } }));
  const failure = await failureOf(service.connection.getUsers());
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: 'APIError',
    message: 'getUsers failed with status 404: nobody',
    status: 404,
    code: 'not_found',
  });
  expect(inspect(failure)).not.toContain('Symbol');
});

type Anything = Record<string, (...parameters: unknown[]) => Promise<unknown>>;

test.each([{}, [], ['a'], undefined, null, 7])('%j where an ID belongs is refused, and nothing is sent', async (id) => {
  await using service = await startBroken();
  const connection = service.connection as unknown as Anything;
  const calls = [
    ...['getHumanScoreByPartyId', 'getCredentialByPartyId', 'resolve', 'reverseResolve', 'checkVerificationStatus'].map(
      (name) => () => connection[name]!(id),
    ),
    () => connection['generateVerificationLink']!({ contractId: id }),
    () => connection['generateVerificationLinksBatch']!({ requests: [{ contractId: id }] }),
    () => connection['createCredentialsRequest']!({ partyId: id, providers: ['GITHUB'] }),
    () => connection['getCredentials']!({ partyIds: [id] }),
    () => connection['getHumanScores']!(['a']),
  ];
  for (const call of calls) expect(await failureOf(call())).toBeInstanceOf(InvalidArgumentError);
  expect(service.received).toEqual([]);
});

test('a server that closes each connection early fails no POST with the recipe of the README', async () => {
  // It closes a connection as soon as it gets a second request on it, as if the idle time had just ended.
  const used = new WeakSet<object>();
  const server = createServer((request, response) => {
    if (used.has(request.socket)) return void request.socket.destroy();
    used.add(request.socket);
    response.end('{"access_token":"t","verificationUrl":"u","token":"t"}');
  });
  await using service = await listening(server);
  const { url } = service;
  const config = { clientId: 'a', clientSecret: 'b', baseUrl: url, tokenUrl: url, headers: { connection: 'close' } };
  const connection: Connection = await idSdk.connect(config);
  for (let call = 0; call < 3; call++)
    expect(await connection.generateVerificationLink({ contractId: '00' })).toHaveProperty('token');
});
