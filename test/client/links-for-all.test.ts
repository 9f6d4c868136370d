import { APIError } from 'id-emulator/client';
import { expect, test } from 'vitest';
import { failureOf, startClient, type ClientUnderTest } from './client-under-test.js';

async function someContracts({ connection }: ClientUnderTest, count: number): Promise<string[]> {
  const contracts: string[] = [];
  for await (const { contractId } of connection.iterateCredentials()) if (contracts.push(contractId) === count) break;
  return contracts;
}

const batches = ({ sent }: ClientUnderTest) =>
  sent.filter(({ url }) => url.pathname.endsWith('/generate-links-batch')).length;

test('250 contracts are three batches, their results in order', async () => {
  await using client = await startClient();
  const contracts = await someContracts(client, 250);
  const links = await client.connection.generateVerificationLinks(contracts);
  expect(links.map(({ contractId }) => contractId)).toEqual(contracts);
  expect(links.every(({ result }) => result !== undefined)).toBe(true);
  expect(batches(client)).toBe(3);
});

test('an empty list of contracts sends no request', async () => {
  await using client = await startClient();
  expect(await client.connection.generateVerificationLinks([])).toEqual([]);
  expect(client.sent).toEqual([]);
});

test('a failed item has its error, the others have their links', async () => {
  await using client = await startClient();
  const [good] = await someContracts(client, 1);
  const links = await client.connection.generateVerificationLinks([good!, '00ff', good!]);
  expect(links.map(({ error }) => error?.message)).toEqual([undefined, expect.any(String), undefined]);
});

test.each(['batch-partial-failure', 'batch-total-failure', 'batch-duplicate-items'])(
  '%s leaves one result for each contract, in order',
  async (scenario) => {
    await using client = await startClient();
    const contracts = await someContracts(client, 120);
    const connection = await client.connect({ scenario });
    const links = await connection.generateVerificationLinks(contracts);
    expect(links.map(({ contractId }) => contractId)).toEqual(contracts);
  },
);

test('if a batch fails as a whole, existing links are kept and no further batch is sent', async () => {
  await using client = await startClient();
  const contracts = await someContracts(client, 350);
  const connection = await client.connect({ scenario: 'server-error;after=1' });
  const links = await connection.generateVerificationLinks(contracts);
  expect(links.map(({ contractId }) => contractId)).toEqual(contracts);
  expect(links.slice(0, 100).every(({ result }) => result !== undefined)).toBe(true);
  expect(links.slice(100).every(({ error }) => error?.cause instanceof APIError)).toBe(true);
  expect(batches(client)).toBe(2);
});

test('an abort is thrown even if links exist', async () => {
  await using client = await startClient();
  const contracts = await someContracts(client, 300);
  const controller = new AbortController();
  let requests = 0;
  const connection = await client.connect({
    onRequest: ({ operation }) => {
      if (operation === 'generateVerificationLinksBatch' && ++requests === 2) controller.abort(new Error('enough'));
    },
  });
  expect(
    (await failureOf(connection.generateVerificationLinks(contracts, { signal: controller.signal }))).message,
  ).toBe('enough');
});
