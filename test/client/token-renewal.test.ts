/** A token endpoint in trouble, while the old token is good and after. */

import { afterEach, expect, test, vi } from 'vitest';
import { UnauthorizedError } from 'id-emulator/client';
import { issueToken, startBroken } from './broken-service.js';
import { failureOf } from './client-under-test.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Moves the monotonic clock of the process, so that tests need not wait. */
const now = performance.now.bind(performance);
function letPass(seconds: number) {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000);
}

test('while the old token is good, calls do not wait for a token endpoint that hangs', async () => {
  await using service = await startBroken(() => ({}), {
    issue: (request) => (request.nth === 1 ? issueToken(request) : undefined),
    timeout: 5_000,
  });
  await service.connection.getUsers();
  letPass(3_575);
  await service.connection.getUsers();
  await service.connection.getUsers();
  expect(service.requests.at(-1)?.headers.authorization).toBe('Bearer token-1');
});

test('after a renewal that failed, the next one waits ten seconds', async () => {
  await using service = await startBroken(() => ({}), {
    issue: (request) => (request.nth === 1 ? issueToken(request) : { status: 503 }),
  });
  const callThreeTimes = async () => {
    for (let call = 0; call < 3; call++) await service.connection.getUsers();
  };
  await callThreeTimes();
  letPass(3_575);
  await callThreeTimes();
  await vi.waitUntil(() => service.count('token') === 2);
  await callThreeTimes();
  expect(service.count('token')).toBe(2);
  letPass(3_587);
  await callThreeTimes();
  await vi.waitUntil(() => service.count('token') === 3);
});

test('a renewal in the background is used once it succeeds', async () => {
  await using service = await startBroken();
  await service.connection.getUsers();
  letPass(3_575);
  await service.connection.getUsers();
  await vi.waitUntil(() => service.count('token') === 2);
  await vi.waitUntil(async () => {
    await service.connection.getUsers();
    return service.requests.at(-1)?.headers.authorization === 'Bearer token-2';
  });
});

test('after invalid_client, calls fail at once for 30 seconds', async () => {
  await using service = await startBroken(() => ({}), {
    issue: () => ({ status: 401, body: { error: 'invalid_client' } }),
  });
  for (let call = 0; call < 20; call++)
    expect(await failureOf(service.connection.getUsers())).toBeInstanceOf(UnauthorizedError);
  expect(service.count('token')).toBe(1);
  letPass(31);
  await failureOf(service.connection.getUsers());
  expect(service.count('token')).toBe(2);
});

test('403 of a token that is good costs no token: 403 and 200 in turn', async () => {
  await using service = await startBroken(({ nth }) => ({ status: nth % 2 === 0 ? 403 : 200 }));
  for (let call = 0; call < 6; call++) await service.connection.getUsers().catch(() => undefined);
  expect(service.count('token')).toBe(1);
  expect(service.count('/institutions/me/users')).toBe(6);
});

test('403 of a token that may have expired repeats the request once with a new one, a POST too', async () => {
  await using service = await startBroken(
    ({ headers }) => ({
      status: headers.authorization === 'Bearer token-2' ? 200 : 403,
      body: { verificationUrl: 'u', token: 't' },
    }),
    { issue: ({ nth }) => ({ body: { access_token: `token-${nth}` } }) },
  );
  const link = () => service.connection.generateVerificationLink({ contractId: '00' });
  await failureOf(link());
  expect(service.count('token')).toBe(1);
  letPass(61);
  expect((await link()).token).toBe('t');
  expect(service.count('token')).toBe(2);
  expect(service.count('/verification/generate-link')).toBe(3);
});

test('a token that expires at once is used for the calls that wait for it', async () => {
  await using service = await startBroken(() => ({}), {
    issue: ({ nth }) => ({ body: { access_token: `token-${nth}`, expires_in: 0 } }),
  });
  await Promise.all([service.connection.getUsers(), service.connection.getUsers()]);
  expect(service.count('token')).toBe(1);
  await service.connection.getUsers();
  expect(service.count('token')).toBe(2);
});

test('a token cache serves connections one after the other, until the service refuses its token', async () => {
  const stored = new Map<string, { token: string; expiresAt: number }>();
  const tokenCache = {
    get: (key: string) => Promise.resolve(stored.get(key)),
    set: (key: string, token: { token: string; expiresAt: number }) => Promise.resolve(stored.set(key, token)),
  };
  await using service = await startBroken(
    ({ headers, nth }) => ({ status: nth > 2 && headers.authorization === 'Bearer token-1' ? 401 : 200 }),
    { tokenCache },
  );
  const { idSdk } = await import('id-emulator/client');
  for (let start = 0; start < 3; start++) await (await idSdk.connect(service.config)).getUsers();
  expect(service.received.join(' ')).toBe(
    'token /institutions/me/users /institutions/me/users /institutions/me/users token /institutions/me/users',
  );
  expect([...stored.values()].map(({ token }) => token)).toEqual(['token-2']);
});

test('a token cache that fails does not fail a call', async () => {
  const broken = () => Promise.reject(new Error('the store is gone'));
  await using service = await startBroken(() => ({}), { tokenCache: { get: broken, set: broken } });
  expect((await service.connection.getUsers()).items).toEqual([]);
});

test.each(['/token/', '/token?tenant=a'])('tokenUrl %s is requested as it is', async (path) => {
  await using service = await startBroken(({ url, body }) =>
    body.startsWith('grant_type') && url.pathname + url.search === path ? { body: { access_token: 'a' } } : {},
  );
  const { idSdk } = await import('id-emulator/client');
  const connection = await idSdk.connect({ ...service.config, tokenUrl: service.url + path });
  await connection.getUsers();
  expect(service.requests[0]?.url.pathname).toBe('/token' + (path.endsWith('/') ? '/' : ''));
  expect(service.requests[0]?.url.search).toBe(path.includes('?') ? '?tenant=a' : '');
});
