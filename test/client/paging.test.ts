import { expect, test } from 'vitest';
import { cast } from '../cast.js';
import { startClient } from './client-under-test.js';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('iterateUsers yields every user once', async () => {
  await using client = await startClient();
  const ids = (await collect(client.connection.iterateUsers())).map(({ id }) => id);
  const { pagination } = await client.connection.getUsers();
  expect(ids).toHaveLength(pagination.total);
  expect(new Set(ids).size).toBe(pagination.total);
});

test('a user that a page contains twice is yielded once', async () => {
  await using client = await startClient({ scenario: 'repeated-items' });

  const ids = (await collect(client.connection.iterateUsers({ pageSize: 10 }))).map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength((await client.connection.getUsers()).pagination.total);
});

test('iterateUsers filters', async () => {
  await using client = await startClient();
  const users = await collect(client.connection.iterateUsers({ kycStatus: 'REJECTED' }));
  expect(users).not.toEqual([]);
  expect(users.every(({ kycStatus }) => kycStatus === 'REJECTED')).toBe(true);
});

test('iterateHumanScores yields every party once', async () => {
  await using client = await startClient();
  const parties = (await collect(client.connection.iterateHumanScores({ pageSize: 20 }))).map(({ partyId }) => partyId);
  expect(new Set(parties).size).toBe((await client.connection.getHumanScores()).pagination.total);
});

test('iterateCredentials yields every credential once', async () => {
  await using client = await startClient();
  const contracts = (await collect(client.connection.iterateCredentials({ pageSize: 50 }))).map(
    ({ contractId }) => contractId,
  );
  expect(new Set(contracts).size).toBe((await client.connection.getCredentials()).pagination.total);
});

test('iterateCredentials yields only credentials of the requested parties', async () => {
  await using client = await startClient();
  const { partyId, credentials } = cast('Alice');
  expect(await collect(client.connection.iterateCredentials({ partyIds: [partyId], pageSize: 4 }))).toHaveLength(
    credentials.length,
  );
});

test.each(['whole', 'paged'] as const)(
  'iterateHumanScores yields each requested party once if party-ids is %s',
  async (variant) => {
    await using client = await startClient({}, { population: 30, variants: { 'party-ids': variant } });
    const { items } = await client.connection.getHumanScores({ limit: 25 });
    const partyIds = items.map(({ partyId }) => partyId);
    const scores = await collect(client.connection.iterateHumanScores({ partyIds, pageSize: 10 }));
    expect(scores.map(({ partyId }) => partyId)).toEqual(partyIds);
  },
);

test('pages have neither gaps nor overlaps', async () => {
  await using client = await startClient({}, { population: 20 });
  await collect(client.connection.iterateUsers({ pageSize: 10 }));
  const offsets = client.sent
    .filter(({ isTokenRequest }) => !isTokenRequest)
    .map(({ url }) => Number(url.searchParams.get('offset')));
  expect(offsets).toEqual(offsets.map((_, page) => page * 10));
});

test.each([3, 10, 100])(
  'users that are added meanwhile cause no repeated or missing item: pages of %i',
  async (pageSize) => {
    await using client = await startClient({ scenario: 'changing-pages' }, { population: 10 });
    const plain = await client.connect();
    const before = (await collect(plain.iterateUsers())).map(({ id }) => id);
    const ids = (await collect(client.connection.iterateUsers({ pageSize }))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(before));
  },
);

test('a page with more items than requested is read completely and once', async () => {
  await using client = await startClient({ scenario: 'huge-page;limit=70' });
  const ids = (await collect(client.connection.iterateUsers({ pageSize: 10 }))).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength((await client.connection.getUsers()).pagination.total);
});

test('an empty list ends after one request', async () => {
  await using client = await startClient({ scenario: 'empty-lists' });
  expect(await collect(client.connection.iterateUsers())).toEqual([]);
  expect(client.count('api')).toBe(1);
});

test('totals may be strings', async () => {
  await using client = await startClient({ scenario: 'numbers-as-strings' });
  const users = await collect(client.connection.iterateUsers());
  const { total } = (await client.connection.getUsers()).pagination;
  expect(String(users.length)).toBe(total);
});

test('an iteration that ends early sends no further request', async () => {
  await using client = await startClient();
  for await (const user of client.connection.iterateUsers({ pageSize: 5 })) {
    expect(user.id).toEqual(expect.any(Number));
    break;
  }
  expect(client.count('api')).toBe(1);
});

test('a burst of 429 responses in the middle loses no item', async () => {
  await using client = await startClient({ scenario: 'rate-limit-burst;after=2;burst=2;retry-after=0' });
  const ids = (await collect(client.connection.iterateUsers())).map(({ id }) => id);
  expect(new Set(ids).size).toBe((await client.connection.getUsers()).pagination.total);
});
