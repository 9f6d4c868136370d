import { APIError, ConnectionError, RateLimitError, type Connection } from 'id-emulator/client';
import { expect, test, vi } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { cast } from '../cast.js';
import { addressesOf, BACKOFFS, failureOf, startClient } from './client-under-test.js';

const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;

const [FIRST, SECOND, THIRD] = BACKOFFS;

test.concurrent.each([
  ['seconds', 'rate-limit-burst;burst=2', [1_000 + FIRST, 1_000 + SECOND]],
  ['zero seconds', 'rate-limit-burst;burst=2;retry-after=0', [FIRST, SECOND]],
  ['nothing', 'rate-limit-without-retry-after;burst=3', [FIRST, SECOND, THIRD]],
])('the client waits until a burst of 429 ends if Retry-After is %s', async (_, scenario, delays) => {
  await using client = await startClient({ scenario });
  expect((await client.connection.getUsers()).items).toHaveLength(10);
  expect(client.retries.map(({ delay }) => delay)).toEqual(delays);
  expect(client.count('token')).toBe(1);
});

test('no pause is shorter than 50 ms, whatever the random number', async () => {
  await using client = await startClient({ scenario: 'bad-gateway;times=1' });
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  await client.connection.getUsers();
  expect(client.retries.map(({ delay }) => delay)).toEqual([50]);
  random.mockRestore();
});

test.concurrent('the client waits until the date in Retry-After', async () => {
  await using client = await startClient({ scenario: 'rate-limit-with-date;requests=1;per="1s"' });
  const { clock } = client.emulator.defaultSandbox;
  // The window lasts until the second request, however slow the machine is.
  clock.freeze();
  await client.connection.getUsers();
  const second = client.connection.getUsers();
  while (client.retries.length === 0) await new Promise(setImmediate);
  clock.thaw();
  expect((await second).items).toHaveLength(10);
  expect(client.retries[0]?.delay).toBeGreaterThanOrEqual(1_000);
});

test.concurrent('a date counts by the clock of the service, even if that is years off', async () => {
  await using client = await startClient(
    { scenario: 'rate-limit-with-date;requests=0;per="2s"', retries: 1, maxRetryDelay: 1_000 },
    { now: '2041-01-31T09:00:00Z' },
  );
  expect(await failureOf(client.connection.getUsers())).toMatchObject({ name: 'RateLimitError', retryAfter: 2 });
});

test.concurrent('an invalid Retry-After is ignored', async () => {
  await using client = await startClient({ scenario: 'rate-limit-steady;requests=0;retry-after=wrong', retries: 2 });
  const failure = await failureOf(client.connection.getUsers());
  expect(failure).toBeInstanceOf(RateLimitError);
  expect(failure).toMatchObject({ status: 429, retryAfter: undefined });
  expect(client.retries.map(({ delay }) => delay)).toEqual([FIRST, SECOND]);
});

test.concurrent('a Retry-After above maxRetryDelay fails at once, and the error has the wait', async () => {
  await using client = await startClient({ scenario: 'rate-limit-burst;retry-after=31' });
  const failure = await failureOf(client.connection.getUsers());
  expect(failure).toBeInstanceOf(RateLimitError);
  expect(failure).toMatchObject({ retryAfter: 31, code: 'rate_limited' });
  expect(client.count('api')).toBe(1);
});

test.concurrent('a Retry-After beyond the timeout fails at once', async () => {
  await using client = await startClient({ scenario: 'rate-limit-burst;retry-after=20', timeout: 10_000 });
  expect(await failureOf(client.connection.getUsers())).toBeInstanceOf(RateLimitError);
  expect(client.count('api')).toBe(1);
});

test.concurrent('a pause from Retry-After applies to all calls', async () => {
  await using client = await startClient();
  const order: string[] = [];
  const connection = await client.connect({
    scenario: 'rate-limit-burst;burst=1',
    onRequest: ({ operation }) => order.push(operation),
    onRetry: ({ operation }) => order.push(`${operation} waits`),
  });
  const first = connection.getUsers();
  while (!order.includes('getUsers waits')) await new Promise(setImmediate);
  await Promise.all([first, connection.getCredentials()]);
  expect(order.slice(0, 3)).toEqual(['issueToken', 'getUsers', 'getUsers waits']);
  expect(client.retries).toEqual([]);
  expect(client.count('api')).toBe(3);
});

test.concurrent('backoff doubles, and is drawn from the whole interval', async () => {
  await using client = await startClient({ scenario: 'bad-gateway;times=3' });
  await client.connection.getUsers();
  expect(client.retries.map(({ delay }) => delay)).toEqual([FIRST, SECOND, THIRD]);
});

test.concurrent('a GET fails after the configured number of retries', async () => {
  await using client = await startClient({ scenario: 'bad-gateway;times=9', retries: 2 });
  expect(await failureOf(client.connection.getUsers())).toMatchObject({ name: 'APIError', status: 502 });
  expect(client.count('api')).toBe(3);
});

test.concurrent('rough-start: a GET is retried after both 429 responses and the 500', async () => {
  await using client = await startClient({ scenario: 'rough-start' });
  expect((await client.connection.getUsers()).items).toHaveLength(10);
  expect(client.retries.map(({ status }) => status)).toEqual([429, 429, 500]);
});

// what-is-retried.test.ts has the statuses.
const ENDINGS = ['connection-reset', 'connection-closed', 'body-cut', 'chunks-broken'];
const CALLS = [
  ['a GET', 2, (connection: Connection) => connection.getUsers()],
  ['a POST', 1, (connection: Connection) => connection.generateVerificationLink({ contractId })],
  [
    'a POST that the caller declares safe',
    2,
    (connection: Connection) => connection.generateVerificationLink({ contractId }, { retryPost: true }),
  ],
] as const;

test.concurrent.each(
  ENDINGS.flatMap((scenario) => CALLS.map(([what, sent, call]) => ({ scenario, what, sent, call }))),
)('after $scenario, $what is sent $sent times', async ({ scenario, sent, call }) => {
  await using client = await startClient({ scenario });
  if (sent === 2) expect(await call(client.connection)).toBeTypeOf('object');
  else expect(await failureOf(call(client.connection))).toBeInstanceOf(APIError);
  expect(client.count('api')).toBe(sent);
});

test.concurrent.each(['rate-limit-burst;burst=1', 'service-unavailable', 'token-expired'])(
  'a POST that certainly had no effect is repeated: %s',
  async (scenario) => {
    await using client = await startClient({ scenario: scenario.replace('token-expired', 'token-revoked') });
    expect(await client.connection.generateVerificationLink({ contractId })).toHaveProperty('token');
    expect(client.count('api')).toBe(2);
  },
);

test.concurrent('a POST that was not sent is retried, and the error states that it did not arrive', async () => {
  const emulator = await startEmulator();
  await using client = await startClient({
    ...addressesOf(emulator, emulator.network),
    tokenUrl: emulator.tokenUrl,
    retries: 2,
  });
  const connection = await client.connect({ baseUrl: emulator.url, retries: 2 });
  await emulator.close();
  const failure = await failureOf(connection.generateVerificationLink({ contractId }));
  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({
    status: 0,
    mayHaveArrived: false,
    message: 'generateVerificationLink got no response: ECONNREFUSED',
  });
  expect(client.count('api')).toBe(3);
});

test.concurrent('permanent throttling ends with a RateLimitError', async () => {
  await using client = await startClient({ scenario: 'rate-limit-burst;burst=9;retry-after=0', retries: 1 });
  expect(await failureOf(client.connection.getUsers())).toBeInstanceOf(RateLimitError);
});

test.concurrent('retries can be turned off', async () => {
  await using client = await startClient({ scenario: 'rate-limit-burst', retries: 0 });
  expect(await failureOf(client.connection.getUsers())).toMatchObject({ name: 'RateLimitError', retryAfter: 1 });
  expect(client.count('api')).toBe(1);
});

test.concurrent('the public check is retried too, without a token', async () => {
  await using client = await startClient({ scenario: 'bad-gateway' });
  expect(await failureOf(client.connection.checkVerificationStatus('unknown'))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(client.sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
});

test.concurrent('a call succeeds after both a refused token and a burst of 429', async () => {
  await using client = await startClient({ scenario: 'token-revoked, bad-gateway' });
  expect((await client.connection.getUsers()).items).toHaveLength(10);
  expect(client.retries.map(({ status }) => status)).toEqual([401, 502]);
});
