import type { RequestEvent, ResponseEvent } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { startClient } from './client-under-test.js';

test('hooks are called for every request, response and retry', async () => {
  const seen: string[] = [];
  const tell =
    (what: string) =>
    ({ operation, attempt, status }: { operation: string; attempt: number; status?: number }) =>
      seen.push([what, operation, attempt, status].join(' '));
  await using client = await startClient({
    scenario: 'bad-gateway',
    onRequest: tell('request'),
    onResponse: tell('response'),
    onRetry: tell('retry'),
  });
  await client.connection.getUsers();
  expect(seen).toEqual([
    'request issueToken 1 ',
    'response issueToken 1 200',
    'request getUsers 1 ',
    'response getUsers 1 502',
    'retry getUsers 1 502',
    'request getUsers 2 ',
    'response getUsers 2 200',
  ]);
});

test('all attempts of a call have the same number, and each call another one', async () => {
  const events: RequestEvent[] = [];
  await using client = await startClient({ scenario: 'bad-gateway', onRequest: (event) => events.push(event) });
  await client.connection.getUsers();
  const [token, ...attempts] = events.map(({ call }) => call);
  expect(new Set(attempts).size).toBe(1);
  expect(attempts).not.toContain(token);
});

test('a response event has its duration and request ID', async () => {
  const events: ResponseEvent[] = [];
  await using client = await startClient({ onResponse: (event) => events.push(event) });
  await client.connection.getUsers();
  expect(events.at(-1)).toMatchObject({
    requestId: expect.any(String) as string,
    duration: expect.any(Number) as number,
  });
});

test('events contain no secrets, tokens, link tokens or search terms', async () => {
  const events: unknown[] = [];
  const take = (event: unknown) => events.push(event);
  await using client = await startClient({ scenario: 'bad-gateway', onRequest: take, onResponse: take, onRetry: take });
  const ben = cast('Ben');
  const { token } = await client.connection.generateVerificationLink(
    { contractId: ben.credentials[0]!.contractId },
    { retryPost: true },
  );
  await client.connection.checkVerificationStatus(token);
  await client.connection.resolve(ben.email);
  await client.connection.getUsers({ search: ben.lastName });
  const shown = decodeURIComponent(JSON.stringify(events));
  for (const secret of ['demo-secret', 'eyJ', token, ben.email, ben.lastName]) expect(shown).not.toContain(secret);
  expect(shown).toContain('"authorization":"[hidden]"');
});

test('hooks that throw or reject do not fail a call', async () => {
  const rejecting: () => unknown = () => Promise.reject(new Error('the tracer is gone'));
  await using client = await startClient({
    onRequest: () => {
      throw new Error('the log is full');
    },
    onResponse: rejecting,
  });
  expect((await client.connection.getUsers()).items).toHaveLength(10);
});
