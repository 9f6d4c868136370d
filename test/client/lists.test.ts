/** Lists of services that number rows differently or page badly, and filters of many values. */

import { expect, test } from 'vitest';
import { APIError } from 'id-emulator/client';
import { startBroken, type ReceivedRequest } from './broken-service.js';
import { failureOf, startClient } from './client-under-test.js';

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function pageOf(rows: readonly unknown[], { url }: ReceivedRequest) {
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)));
  const pagination = { offset, limit, total: rows.length };
  return { body: { items: rows.slice(offset, offset! + limit!), pagination } };
}

const rowsOf = (count: number, row: (place: number) => object) =>
  Array.from({ length: count }, (_, place) => row(place));

test.each([
  ['different', (place: number) => ({ partyId: `p${place}`, kycStatus: 'APPROVED' })],
  ['equal', () => ({ partyId: 'p', kycStatus: 'APPROVED' })],
])('250 %s users without an ID are all yielded', async (_, row) => {
  const rows = rowsOf(250, row);
  await using service = await startBroken((request) => pageOf(rows, request));
  expect(await collect(service.connection.iterateUsers())).toEqual(rows);
});

test('users with the same ID on one page are all yielded', async () => {
  const rows = rowsOf(5, () => ({ id: 1 }));
  await using service = await startBroken((request) => pageOf(rows, request));
  expect(await collect(service.connection.iterateUsers())).toHaveLength(5);
});

test.each(['id', 'name'])(
  'a list without a total ends if the service ignores the offset: rows with %s',
  async (member) => {
    const items = rowsOf(100, (place) => ({ [member]: place }));
    await using service = await startBroken(() => ({ body: { items } }));
    expect(await collect(service.connection.iterateUsers())).toHaveLength(100);
    expect(service.count('/institutions/me/users')).toBe(2);
  },
);

test('a list with a total fails if the service ignores the offset, because items would be missing', async () => {
  const items = rowsOf(100, (id) => ({ id }));
  await using service = await startBroken(() => ({ body: { items, pagination: { total: 250 } } }));
  const failure = await failureOf(collect(service.connection.iterateUsers()));
  expect(failure).toBeInstanceOf(APIError);
  expect(failure.message).toBe('the service ignored the offset 100');
});

const PARTIES = Array.from(
  { length: 130 },
  (_, place) => `party::${String(place).padStart(32, '0')}::1220${'a'.repeat(64)}`,
);

test('130 party IDs are split into several requests, and put together in order', async () => {
  const asked: string[][] = [];
  await using service = await startBroken((request) => {
    expect(request.url.href.length).toBeLessThan(8_000);
    const partyIds = request.url.searchParams.getAll('partyIds');
    asked.push(partyIds);
    return pageOf(
      partyIds.map((partyId) => ({ partyId })),
      request,
    );
  });
  const { items, pagination } = await service.connection.getHumanScores({ partyIds: PARTIES });
  expect(items.map(({ partyId }) => partyId)).toEqual(PARTIES);
  expect(pagination).toMatchObject({ offset: 0, total: 130 });
  expect([...new Set(asked.flat())]).toEqual(PARTIES);
  expect(asked.length).toBeGreaterThan(2);
});

test('offset and limit apply to all party IDs together', async () => {
  await using service = await startBroken((request) =>
    pageOf(
      request.url.searchParams.getAll('partyIds').map((partyId) => ({ partyId })),
      request,
    ),
  );
  const page = await service.connection.getCredentials({ partyIds: PARTIES, offset: 40, limit: 30 });
  expect(page.items.map(({ partyId }) => partyId)).toEqual(PARTIES.slice(40, 70));
  expect(page.pagination).toEqual({ offset: 40, limit: 30, total: 130 });
});

test.each(['whole', 'paged'] as const)(
  'every score of 130 party IDs is returned if party-ids is %s',
  async (variant) => {
    await using client = await startClient({}, { variants: { 'party-ids': variant } });
    const partyIds: string[] = [];
    for await (const { partyId } of client.connection.iterateHumanScores()) if (partyIds.push(partyId) === 130) break;
    const { items } = await client.connection.getHumanScores({ partyIds });
    expect(items.map(({ partyId }) => partyId).toSorted()).toEqual(partyIds.toSorted());
    expect(await collect(client.connection.iterateHumanScores({ partyIds }))).toHaveLength(130);
  },
);

test('links are matched by contract ID, duplicates included, whatever their order', async () => {
  const link = (contractId: string, nth: number) => ({
    contractId,
    result: { verificationUrl: 'u', token: `${contractId}-${nth}` },
  });
  await using service = await startBroken(() => ({
    body: { results: [link('c', 1), link('a', 1), link('b', 1), link('a', 2)] },
  }));
  const links = await service.connection.generateVerificationLinks(['a', 'b', 'a', 'c', 'c', 'd']);
  expect(links.map(({ contractId, result, error }) => [contractId, result?.token ?? error?.message])).toEqual([
    ['a', 'a-1'],
    ['b', 'b-1'],
    ['a', 'a-2'],
    ['c', 'c-1'],
    ['c', 'c-1'],
    ['d', 'the service returned no result'],
  ]);
});
