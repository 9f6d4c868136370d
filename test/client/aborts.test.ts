import { TimeoutError } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { failureOf, startClient } from './client-under-test.js';

test.concurrent.each([
  ['while it waits for the answer', { scenario: 'no-answer' }, 'onRequest'],
  ['while the body comes', { scenario: 'drip;bytes=10;every="1s"' }, 'onRequest'],
  ['while it waits for another attempt', { scenario: 'rate-limit-burst;retry-after=20' }, 'onRetry'],
] as const)('a call is aborted %s, and rejects with the reason', async (_, setUp, moment) => {
  await using client = await startClient();
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  const connection = await client.connect({
    ...setUp,
    [moment]: ({ operation }: { operation: string }) => {
      if (operation === 'getUsers')
        setImmediate(() => {
          controller.abort(reason);
        });
    },
  });
  expect(await failureOf(connection.getUsers({}, { signal: controller.signal }))).toBe(reason);
  expect(client.count('api')).toBe(1);
});

test.concurrent('an aborted signal prevents the request', async () => {
  await using client = await startClient();
  const failure = await failureOf(client.connection.getUsers({}, { signal: AbortSignal.abort() }));
  expect(failure.name).toBe('AbortError');
  expect(client.count('api')).toBe(0);
});

test.concurrent('the signal ends an iteration', async () => {
  await using client = await startClient();
  const controller = new AbortController();
  const read = async () => {
    for await (const user of client.connection.iterateUsers({ pageSize: 10 }, { signal: controller.signal }))
      controller.abort(new Error(`enough at ${user.id}`));
  };
  expect((await failureOf(read())).message).toMatch(/^enough at/);
  expect(client.count('api')).toBe(1);
});

test.concurrent('a call ends with its signal even if a custom fetch ignores the signal', async () => {
  await using client = await startClient({ fetch: () => new Promise(() => undefined) });
  expect(await failureOf(client.connection.getUsers({}, { timeout: 100 }))).toBeInstanceOf(TimeoutError);
});
