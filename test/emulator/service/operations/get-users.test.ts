import { expect, test } from 'vitest';
import { sandboxesOf, testExchanges } from '../../../exchanges.js';
import { startInstitution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';
import { untilEnd } from '../../../until-end.js';

const institution = await untilEnd(startInstitution({ population: 60 }));
const everyone = await allPages<UserItem>(institution, '/institutions/me/users', 100);

testExchanges(new URL('get-users.yaml', import.meta.url), sandboxesOf(institution.emulator));

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

test('search finds a part of a generated party ID', async () => {
  const generated = everyone.find(({ fullName }) => fullName !== 'Paula Penrose')!;
  const term = generated.partyId.slice(7, 23).toUpperCase();
  const found = await allPages<UserItem>(institution, `/institutions/me/users?search=${term}`, 100);
  expect(new Set(found.map(({ partyId }) => partyId))).toEqual(new Set([generated.partyId]));
});
