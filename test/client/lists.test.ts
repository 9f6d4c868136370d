/** Lists of services that number rows differently or page badly, and filters of many values. */

import { expect, test } from 'vitest';
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

const rowsOf = <Row>(count: number, row: (place: number) => Row) =>
  Array.from({ length: count }, (_, place) => row(place));

test.each([
  ['different', (place: number) => ({ partyId: `p${place}`, kycStatus: 'APPROVED' })],
  ['equal', () => ({ partyId: 'p', kycStatus: 'APPROVED' })],
])('250 %s users without an ID are all yielded', async (_, row) => {
  const rows = rowsOf(250, row);
  await using service = await startBroken((request) => pageOf(rows, request));
  expect(await collect(service.connection.iterateUsers())).toEqual(rows);
});

test('a user that one page has five times is yielded once', async () => {
  const rows = rowsOf(5, () => ({ id: 1 }));
  await using service = await startBroken((request) => pageOf(rows, request));
  expect(await collect(service.connection.iterateUsers())).toEqual([{ id: 1 }]);
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

test.each([0, 2, '1'])('a list whose total of %j is less than its rows is read to its end', async (total) => {
  const items = rowsOf(250, (id) => ({ id }));
  await using service = await startBroken((request) => {
    const { body } = pageOf(items, request);
    return { body: { items: body.items, pagination: { total } } };
  });
  expect(await collect(service.connection.iterateUsers())).toEqual(items);
});

test('a list without a total and IDs ends if the service sends the same pages in turn', async () => {
  await using service = await startBroken(({ nth }) => ({ body: { items: [{ fullName: `user ${nth % 3}` }] } }));
  expect(await collect(service.connection.iterateUsers())).toHaveLength(3);
});

const PARTIES = Array.from(
  { length: 130 },
  (_, place) => `party::${String(place).padStart(32, '0')}::1220${'a'.repeat(64)}`,
);

const partyIdsOf = ({ url }: ReceivedRequest) => url.searchParams.getAll('partyIds');

test('one call is one request, always: 100 party IDs, an e-mail, and an offset and limit of any kind', async () => {
  await using service = await startBroken((request) =>
    pageOf(
      partyIdsOf(request).map((partyId) => ({ partyId })),
      request,
    ),
  );
  const many = rowsOf(50, (place) => `party-${place}`).flatMap((partyId) => [partyId, partyId]);
  for (const [page, sent] of [
    [{}, ''],
    [{ offset: -1 }, '-1'],
    [{ offset: '7' as unknown as number }, '7'],
    [{ limit: 0 }, ''],
    [{ limit: 1 }, ''],
  ] as const) {
    const before = service.requests.length;
    const { pagination } = await service.connection.getCredentials({ partyIds: many, emails: ['a@b'], ...page });
    const added = service.requests.slice(before).filter(({ url }) => url.pathname.endsWith('credentials'));
    expect(added).toHaveLength(1);
    expect(partyIdsOf(added[0]!)).toEqual(many);
    expect(added[0]!.url.searchParams.get('offset') ?? '').toBe(sent);
    expect(pagination.total).toBe(many.length);
  }
});

test.each([
  ['130 party IDs', PARTIES],
  ['200 IDs of letters that take six characters', rowsOf(200, String).map((_, place) => `${'é'.repeat(60)}${place}`)],
])('an iterator splits %s by the length of the URL, in order and without duplicates', async (_, partyIds) => {
  const asked: string[][] = [];
  await using service = await startBroken((request) => {
    expect(request.url.href.length).toBeLessThan(8_000);
    asked.push(partyIdsOf(request));
    return pageOf(
      partyIdsOf(request).map((partyId) => ({ partyId })),
      request,
    );
  });
  const scores = await service.connection.iterateHumanScores({ partyIds: [...partyIds, ...partyIds] }).toArray();
  expect(scores.map(({ partyId }) => partyId)).toEqual(partyIds);
  expect([...new Set(asked.flat())]).toEqual(partyIds);
  expect(asked.length).toBeGreaterThan(1);
});

test('a credential that two parts of a filter select is yielded once', async () => {
  await using service = await startBroken((request) => {
    const emails = request.url.searchParams.getAll('emails');
    const credentials = [...partyIdsOf(request), ...emails].map((value) => ({ contractId: value.replace('@x', '') }));
    return pageOf(credentials, request);
  });
  const emails = PARTIES.map((partyId) => `${partyId}@x`);
  const credentials = await service.connection.iterateCredentials({ partyIds: PARTIES, emails }).toArray();
  expect(credentials.map(({ contractId }) => contractId)).toEqual(PARTIES);
});

test.each(['whole', 'paged'] as const)(
  'every score of 130 party IDs is yielded if party-ids is %s',
  async (variant) => {
    await using client = await startClient({}, { variants: { 'party-ids': variant } });
    const first = await client.connection.iterateHumanScores().toArray({ limit: 130 });
    const partyIds = first.map(({ partyId }) => partyId);
    expect(await collect(client.connection.iterateHumanScores({ partyIds }))).toHaveLength(130);
  },
);

test('a list whose total grows without new items ends', async () => {
  await using service = await startBroken(({ nth }) => ({
    body: { items: [{ id: 1 }], pagination: { total: nth + 5 } },
  }));
  expect((await failureOf(service.connection.iterateUsers().toArray())).message).toContain('nothing new');
});

test('iterators have pages(), toArray({ limit }) and a starting offset', async () => {
  const rows = rowsOf(250, (id) => ({ id }));
  await using service = await startBroken((request) => pageOf(rows, request));
  const { connection } = service;
  const sizes = (await collect(connection.iterateUsers({ offset: 20 }).pages())).map(({ items }) => items.length);
  expect(sizes).toEqual([100, 100, 30]);
  expect(await connection.iterateUsers({ offset: 245 }).toArray()).toEqual(rows.slice(245));
  const before = service.requests.length;
  expect(await connection.iterateUsers().toArray({ limit: 3 })).toEqual(rows.slice(0, 3));
  expect(await connection.iterateUsers().toArray({ limit: 0 })).toEqual([]);
  expect(service.requests.length - before).toBe(1);
});

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
