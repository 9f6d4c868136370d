import { ConnectionError } from 'id-emulator/client';
import { expect, test, vi } from 'vitest';
import { startEmulator } from '../../src/index.js';
import { cast } from '../cast.js';
import { addressesOf, failureOf, startClient } from './client-under-test.js';

const ben = cast('Ben');
const contractId = ben.credentials[0]!.contractId;

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

test.concurrent('the public check is retried too, without a token', async () => {
  await using client = await startClient({ scenario: 'bad-gateway' });
  expect(await failureOf(client.connection.checkVerificationStatus('unknown'))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(client.sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
});
