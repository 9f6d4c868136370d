import { expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 60 }));
const everyone = await allPages<UserItem>(institution, '/institutions/me/users', 100);

async function list(query: string): Promise<{ items: UserItem[]; pagination: object; totalCount: number }> {
  const response = await institution.get(`/institutions/me/users?${query}`);
  expect(response.status).toBe(200);
  return response.body as Awaited<ReturnType<typeof list>>;
}

test('a page has ten rows by default', async () => {
  const { items, pagination, totalCount } = await list('');
  expect(items).toHaveLength(10);
  expect(pagination).toEqual({ offset: 0, limit: 10, total: everyone.length });
  expect(totalCount).toBe(everyone.length);
});

test('the newest rows come first by default', () => {
  const dates = everyone.map(({ regDate = '' }) => regDate);
  expect(dates).toEqual(dates.toSorted().reverse());
});

test('the IDs of generated rows grow with their dates', () => {
  const generated = everyone.filter(({ id }) => id > 1_000).toSorted((a, b) => a.id - b.id);
  const dates = generated.flatMap(({ regDate }) => regDate ?? []);
  expect(dates.length).toBeGreaterThan(60);
  expect(dates).toEqual(dates.toSorted());
});

test('every row is on exactly one page, with any page size', async () => {
  const bySeven = await allPages<UserItem>(institution, '/institutions/me/users', 7);
  expect(bySeven).toEqual(everyone);
  expect(new Set(everyone.map(({ id }) => id)).size).toBe(everyone.length);
});

test('a page beyond the end is empty', async () => {
  const { items, pagination } = await list('offset=100000');
  expect(items).toEqual([]);
  expect(pagination).toMatchObject({ offset: 100_000, total: everyone.length });
});

test.each(['id', 'fullName', 'email', 'regDate', 'kycStatus', 'reqStatus', 'status'] as const)(
  'orderBy=%s orders the list in both directions, equal rows newest first, missing values lowest',
  async (field) => {
    const key = (row: UserItem): string | number =>
      typeof row[field] === 'number' ? row[field] : (row[field] ?? '').toLowerCase();
    const newestFirst = (a: UserItem, b: UserItem): number =>
      (b.regDate ?? '').localeCompare(a.regDate ?? '') || b.id - a.id;
    for (const [type, direction] of [
      ['ASC', 1],
      ['desc', -1],
    ] as const) {
      const rows = await allPages<UserItem>(
        institution,
        `/institutions/me/users?orderBy=${field}&orderType=${type}`,
        100,
      );
      const expected = everyone.toSorted((a, b) =>
        key(a) < key(b) ? -direction : key(a) > key(b) ? direction : newestFirst(a, b),
      );
      expect(rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  },
);

test.each([
  ['reqStatus', 'PENDING'],
  ['reqStatus', 'EXPIRED'],
  ['kycStatus', 'APPROVED'],
  ['kycStatus', 'EXPIRED'],
  ['kycStatus', 'SUCCESSFUL'],
  ['status', 'BLOCKED'],
] as const)('%s=%s gives just the rows that have it', async (field, value) => {
  const rows = await allPages<UserItem>(institution, `/institutions/me/users?${field}=${value}`, 100);
  expect(rows).toEqual(everyone.filter((row) => row[field] === value));
});

test('filters, search and order work together', async () => {
  const rows = await allPages<UserItem>(
    institution,
    '/institutions/me/users?status=ACTIVE&reqStatus=APPROVED&search=e&orderBy=email&orderType=ASC',
    100,
  );
  const expected = everyone.filter(
    (row) =>
      row.status === 'ACTIVE' &&
      row.reqStatus === 'APPROVED' &&
      `${row.fullName}\n${row.email}\n${row.partyId}`.toLowerCase().includes('e'),
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  expect(rows.map(({ email }) => email)).toEqual(rows.map(({ email }) => email).toSorted());
});

test.each([
  ['a family name in capitals', 'NOVAK', ['Emil', 'Nina']],
  ['a name beyond ASCII', 'łucza', ['Zoë']],
  ['part of an e-mail', 'paula.penrose@', ['Paula']],
  ['first and last name', 'ice arch', ['Alice']],
  ['a term with space around it', ' ice arch ', ['Alice']],
])('search finds %s', async (_, term, firstNames) => {
  const { items } = await list(`search=${encodeURIComponent(term)}`);
  expect(new Set(items.map(({ fullName }) => fullName!.split(' ')[0]))).toEqual(new Set(firstNames));
});

test('search finds a part of a generated party ID', async () => {
  const generated = everyone.find(({ fullName }) => fullName !== 'Paula Penrose')!;
  const { items } = await list(`search=${encodeURIComponent(generated.partyId.slice(7, 23).toUpperCase())}`);
  expect(new Set(items.map(({ partyId }) => partyId))).toEqual(new Set([generated.partyId]));
});

test('a term without a match finds no row', async () => {
  expect((await list('search=zzzzzzzz')).items).toEqual([]);
});

test('the rows of each party of the cast show its case', () => {
  const states = (firstName: string) =>
    everyone
      .filter(({ partyId }) => partyId === cast(firstName).partyId)
      .map(({ reqStatus, kycStatus, status }) => `${reqStatus} ${kycStatus} ${status}`);
  expect(states('Ben')).toEqual(['APPROVED APPROVED ACTIVE']);
  expect(states('Paula')).toEqual(['PENDING IN_REVIEW ACTIVE']);
  expect(states('Rita')).toEqual(['REJECTED REJECTED ACTIVE']);
  expect(states('Tom')).toEqual(['EXPIRED EXPIRED INACTIVE']);
  expect(states('Eva')).toEqual(['APPROVED EXPIRED ACTIVE']);
  expect(states('Boris')).toEqual(['REJECTED BLOCKED BLOCKED']);
  expect(states('Alice')).toHaveLength(6);
  expect(states('Uma')).toEqual([]);
});

test('all violations of a request are reported together', async () => {
  const response = await institution.get(
    '/institutions/me/users?limit=101&offset=-1&orderBy=age&status=active&status=BLOCKED',
  );
  const { details } = response.body as { details: { violations: { pointer: string }[] } };
  expect(response.status).toBe(400);
  expect(details.violations.map(({ pointer }) => pointer).toSorted()).toEqual([
    '/limit',
    '/offset',
    '/orderBy',
    '/status',
  ]);
});
