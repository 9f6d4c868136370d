/** Odd arguments, odd responses, signals, headers: the small things. */

import { getEventListeners } from 'node:events';
import { Agent, createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  APIError,
  ConnectionError,
  idSdk,
  isAPIError,
  TimeoutError,
  UnauthorizedError,
  type ConnectConfig,
  type Connection,
} from 'id-emulator/client';
import { createRequire } from 'node:module';
import manifest from '../../src/client/package.json' with { type: 'json' };
import { CERTIFICATE, PRIVATE_KEY } from '../upstream/proxy/certificate.js';
import { startBroken } from './broken-service.js';
import { failureOf } from './client-under-test.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Where nobody listens any more. */
async function closedAddress(): Promise<string> {
  const service = await startBroken();
  await service[Symbol.asyncDispose]();
  return service.url;
}

/** Calls with any arguments, as a JavaScript program may. */
type Anything = Record<keyof Connection, (...parameters: unknown[]) => Promise<unknown>>;

test('options that are null are none, and so are their members', async () => {
  await using service = await startBroken();
  const { connection } = service as unknown as { connection: Anything };
  await connection.getUsers(null, null);
  await connection.getUsers({ limit: null, search: null }, { signal: null, timeout: null, headers: null });
  await connection.generateVerificationLinks([], null);
  expect(service.requests.slice(1).map(({ url }) => url.search)).toEqual(['?offset=0&limit=10', '?offset=0&limit=10']);
});

test('an error body of 5 MB is cut to 10,000 characters', async () => {
  await using service = await startBroken(() => ({ status: 400, body: 'x'.repeat(5_000_000) }));
  const failure = (await failureOf(service.connection.getUsers())) as APIError;
  expect(failure.response?.body).toHaveLength(10_000);
});

test('one signal on many connections causes no warning and leaves no listener', async () => {
  const warnings: unknown[] = [];
  process.on('warning', (warning) => warnings.push(warning));
  await using service = await startBroken();
  const { signal } = new AbortController();
  const connections = await Promise.all(Array.from({ length: 20 }, () => idSdk.connect(service.config)));
  await Promise.all(connections.map((connection) => connection.getUsers({}, { signal })));
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('failed requests are APIErrors with a status: 0 without a response', async () => {
  await using service = await startBroken(({ url }) =>
    url.pathname.includes('/check/') ? undefined : { status: 401 },
  );
  const timeout = await failureOf(service.connection.checkVerificationStatus('token', { timeout: 50 }));
  expect([timeout instanceof TimeoutError, timeout]).toMatchObject([true, { status: 0 }]);
  const unauthorized = await failureOf(service.connection.getUsers());
  expect([unauthorized instanceof UnauthorizedError, unauthorized]).toMatchObject([true, { status: 401 }]);
  const refused = await idSdk.connect({ ...service.config, baseUrl: await closedAddress(), retries: 0 });
  const connection = await failureOf(refused.getUsers());
  expect([connection instanceof ConnectionError, connection]).toMatchObject([
    true,
    { status: 0, code: 'ECONNREFUSED' },
  ]);
  for (const failure of [timeout, unauthorized, connection]) expect(failure).toBeInstanceOf(APIError);
});

test('isAPIError knows the errors of the CommonJS build, and their names tell them apart', async () => {
  const required = createRequire(import.meta.url)('id-emulator/client') as { idSdk: typeof idSdk };
  const replies = new Map([
    ['/api/v1/institutions/me/users', { status: 400 }],
    ['/api/v1/institutions/me/credentials', { status: 429 }],
  ]);
  await using service = await startBroken(({ url }) => replies.get(url.pathname), { retries: 0 });
  const connection = await required.idSdk.connect(service.config);
  const plain = await failureOf(connection.getUsers());
  const limited = await failureOf(connection.getCredentials());
  const late = await failureOf(connection.checkVerificationStatus('token', { timeout: 50 }));
  expect(plain).not.toBeInstanceOf(APIError);
  expect([plain, limited, late].map(isAPIError)).toEqual([true, true, true]);
  expect([plain, limited, late].map(({ name }) => name)).toEqual(['APIError', 'RateLimitError', 'TimeoutError']);
  const invalid = await failureOf(required.idSdk.connect({} as ConnectConfig));
  expect([invalid.name, isAPIError(invalid), isAPIError(undefined)]).toEqual(['InvalidArgumentError', false, false]);
});

test('requests have a User-Agent, the headers of connection and call, and traceparent', async () => {
  let trace = 0;
  await using service = await startBroken(() => ({}), {
    headers: () => ({ traceparent: `trace-${++trace}`, 'X-Tenant': 'a' }),
  });
  await service.connection.getUsers({}, { headers: { 'x-tenant': 'b', 'User-Agent': 'mine', Authorization: 'none' } });
  const [token, users] = service.requests.map(({ headers }) => headers);
  expect(token).toMatchObject({
    traceparent: 'trace-1',
    'x-tenant': 'a',
    'user-agent': `id-emulator-sdk/${manifest.version}`,
  });
  expect(users).toMatchObject({
    traceparent: 'trace-2',
    'x-tenant': 'b',
    'user-agent': 'mine',
    authorization: 'Bearer token-1',
  });
});

test('withResponse() returns status, headers and request ID', async () => {
  await using service = await startBroken(() => ({ headers: { 'X-Request-Id': 'r-1', 'Set-Cookie': 'a=b' } }));
  const { data, status, headers, requestId } = await service.connection.withResponse().getUsers();
  expect({ data, status, requestId }).toMatchObject({ data: { items: [] }, status: 200, requestId: 'r-1' });
  expect(headers).toHaveProperty('content-type');
  expect(headers).not.toHaveProperty('set-cookie');
});

test('hooks see the rate-limit headers of a response', async () => {
  const seen: unknown[] = [];
  await using service = await startBroken(() => ({ headers: { 'X-RateLimit-Remaining': '7' } }), {
    onResponse: ({ responseHeaders }) => seen.push(responseHeaders['x-ratelimit-remaining']),
  });
  await service.connection.getUsers();
  expect(seen).toEqual([undefined, '7']);
});

test('a certificate that is not trusted fails at once; an agent with the CA trusts it', async () => {
  const server = createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (_, response) => {
    response.end('{"status":"strong"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const config = { clientId: 'a', clientSecret: 'b', baseUrl, tokenUrl: `${baseUrl}/token` };
  let attempts = 0;
  const plain = await idSdk.connect({ ...config, onRequest: () => attempts++ });
  const failure = await failureOf(plain.checkVerificationStatus('token'));
  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({ mayHaveArrived: false, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(attempts).toBe(1);
  const agent = new Agent({ ca: CERTIFICATE, keepAlive: true });
  const trusting = await idSdk.connect({ ...config, agent });
  expect(await trusting.checkVerificationStatus('token')).toEqual({ status: 'strong' });
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('101 items are sent, and the 400 of the service is an APIError', async () => {
  await using service = await startBroken(() => ({ status: 400, body: { error: 'validation_error' } }));
  const requests = Array.from({ length: 101 }, () => ({ contractId: 'a' }));
  const failure = await failureOf(service.connection.generateVerificationLinksBatch({ requests }));
  expect(failure).toMatchObject({ name: 'APIError', status: 400, code: 'validation_error' });
});
