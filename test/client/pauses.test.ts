/** Pauses that the service asks for with `Retry-After`. */

import { expect, test } from 'vitest';
import { RateLimitError } from 'id-emulator/client';
import { startBroken, type ReceivedRequest } from './broken-service.js';
import { failureOf } from './client-under-test.js';

const throttled = (seconds: number) => ({ status: 429, headers: { 'Retry-After': String(seconds) } });
const isUsers = ({ url }: ReceivedRequest) => url.pathname.endsWith('/users');

test('a pause of one operation delays no other, and not the public check', async () => {
  await using service = await startBroken((request) => (isUsers(request) ? throttled(20) : {}), { timeout: 30_000 });
  const controller = new AbortController();
  const waiting = failureOf(service.connection.getUsers({}, { signal: controller.signal }));
  while (service.count('/institutions/me/users') === 0) await new Promise(setImmediate);
  await service.connection.getCredentials({}, { timeout: 2_000 });
  await service.connection.checkVerificationStatus('token', { timeout: 2_000 });
  controller.abort();
  await waiting;
});

test('a call that cannot start before its timeout fails at once with the 429 that asked for the pause', async () => {
  let onPause = (): void => undefined;
  const paused = new Promise<void>((resolve) => (onPause = resolve));
  await using service = await startBroken(() => throttled(20), {
    timeout: 30_000,
    onRetry: () => {
      onPause();
    },
  });
  const controller = new AbortController();
  const waiting = failureOf(service.connection.getUsers({}, { signal: controller.signal }));
  await paused;
  const failure = await failureOf(service.connection.getUsers({}, { timeout: 5_000 }));
  expect(failure).toBeInstanceOf(RateLimitError);
  expect(failure).toMatchObject({ status: 429, retryAfter: 20 });
  expect(service.count('/institutions/me/users')).toBe(1);
  controller.abort();
  await waiting;
});

test('with retries: 0 the next call does not wait', async () => {
  await using service = await startBroken(({ nth }) => (nth === 1 ? throttled(20) : {}), { retries: 0 });
  expect(await failureOf(service.connection.getUsers())).toBeInstanceOf(RateLimitError);
  expect((await service.connection.getUsers({}, { timeout: 2_000 })).items).toEqual([]);
});
