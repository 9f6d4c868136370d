/** The shares of the generated population, at any size, and what its parties look like. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  LOCALES,
  MISSING,
  PARTIES,
  BLOCK_SIZE,
  CREDENTIAL_AGES,
} from '../../../src/emulator/domain/population/shares.js';
import { namesByPercent } from '../../../src/emulator/domain/population/people.js';
import { Population } from '../../../src/emulator/domain/population/population.js';
import { Now } from '../../../src/emulator/domain/time/now.js';
import { freshness, requestKycStatus } from '../../../src/emulator/domain/world/credential-status.js';
import { USUAL_RULES } from '../../../src/emulator/domain/world/usual-rules.js';
import {
  disclosedCredentials,
  fullName,
  type HeldCredential,
  type Party,
} from '../../../src/emulator/domain/world/model.js';

const DAY = 86_400_000;
const TIME = new Now(Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-01-01T00:00:00Z'));
/** By how many hundredths a share may differ, by the number of parties. */
const TOLERANCES: readonly (readonly [size: number, hundredths: number])[] = [
  [200, 8],
  [5_000, 2],
  [100_000, 1],
];

/** How often each value occurs among all, in percent. */
function shares<Value extends string | number>(values: Iterable<Value>): Record<Value, number> {
  const counts = new Map<Value, number>();
  let all = 0;
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    all++;
  }
  return Object.fromEntries([...counts].map(([value, count]) => [value, (100 * count) / all])) as Record<Value, number>;
}

const yes = (values: readonly boolean[]): number => shares(values.map(String))['true'] ?? 0;
const daysBefore = (moment: HeldCredential['issuedAt']): number => -(moment as { sinceStart: number }).sinceStart / DAY;

/** At most 20,000 of the parties, evenly spread. */
function partiesOf(size: number): Party[] {
  const population = new Population(1, size, 1_001);
  return numbersOf(size).map((index) => population.party(index));
}

function numbersOf(size: number): number[] {
  const step = Math.ceil(size / 20_000);
  return Array.from({ length: size / step }, (_, nth) => nth * step);
}

describe.each(TOLERANCES)('in a population of %d the stated shares hold within %d hundredths', (size, tolerance) => {
  let parties: readonly Party[];
  let listed: readonly HeldCredential[];
  beforeAll(() => {
    parties = partiesOf(size);
    listed = parties.flatMap(disclosedCredentials);
  });

  const expectShares = (found: Readonly<Record<string, number>>, stated: Readonly<Record<string, number>>): void => {
    for (const [value, share] of Object.entries(stated))
      expect(Math.abs((found[value] ?? 0) - share), `${value}: ${found[value]} instead of ${share}`).toBeLessThan(
        tolerance,
      );
  };

  const statedOfParties = (valueOf: (share: (typeof PARTIES)[number]) => string | number): Record<string, number> =>
    shares(PARTIES.flatMap((share) => Array.from({ length: share[0] }, () => valueOf(share))));

  test('the statuses of the users', () => {
    const stated = statedOfParties(([, user]) => user);
    expectShares(shares(parties.map(({ status }) => status ?? 'ACTIVE')), stated);
  });

  test('the number of data requests', () => {
    const stated = statedOfParties(([, , outcomes]) => outcomes.length);
    expectShares(shares(parties.map(({ requests }) => requests.length)), stated);
  });

  test('freshness, whatever the size', () => {
    const valid = listed.filter(({ state, expiresAt }) => state === 'active' && daysBefore(expiresAt) < 0);
    const found = shares(valid.map((held) => freshness({}, held, TIME)));
    const [fresh = 0, moderate = 0, stale = 0] = CREDENTIAL_AGES.valid.map(([percent]) => percent);
    expectShares(found, { FRESH: fresh, MODERATE: moderate, STALE: stale });
  });

  test('languages of names', () => {
    const population = new Population(1, size, 1_001);
    const names = namesByPercent().flatMap(({ first }) => first);
    const slugs = new Map(names.map(({ slug, name }) => [slug, script(name)]));
    const scripts = numbersOf(size).map((index) => slugs.get(population.party(index).username!.replace(/\d+$/, ''))!);
    expectShares(shares(scripts), { Cyrillic: LOCALES.uk, Han: LOCALES.ja + LOCALES.zh_CN });
  });

  test('missing members', () => {
    const all = parties.flatMap(({ credentials }) => credentials);
    const without = parties.filter(({ credentials }) => credentials.length === 0);
    const found = {
      fullName: yes(parties.map((party) => fullName(party) === undefined)),
      regDate: yes(parties.map(({ requests }) => requests[0]!.requestedAt === undefined)),
      metadataEmail: yes(all.map(({ metadata }) => metadata.email === undefined)),
      names: yes(all.map(({ metadata }) => metadata.firstName === undefined)),
      providerId: yes(all.map(({ metadata }) => metadata.providerId === undefined)),
      profilePicture: yes(all.map(({ metadata }) => metadata.profilePicture === undefined)),
    };
    const { fullName: noName, regDate, metadataEmail, names, providerId, profilePicture } = MISSING;
    expectShares(found, { fullName: noName, regDate, metadataEmail, names, providerId, profilePicture });
    expect(yes(without.map(({ email }) => email === undefined))).toBeGreaterThan(15);
    expect(yes(without.map(({ email }) => email === undefined))).toBeLessThan(65);
  });
});

/** The script of a name, as far as languages differ by it. */
function script(name: string): string {
  if (/\p{Script=Cyrillic}/u.test(name)) return 'Cyrillic';
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name) ? 'Han' : 'Latin';
}

const parties = partiesOf(200);
const credentials = parties.flatMap((party) => party.credentials);

test('the shares of a table add up', () => {
  expect(PARTIES.reduce((sum, [count]) => sum + count, 0)).toBe(BLOCK_SIZE);
  expect(Object.values(LOCALES).reduce((sum, share) => sum + share, 0)).toBe(100);
});

test('of 200 parties some have expired, revoked, archived and superseded credentials', () => {
  const states = shares(
    credentials.map(({ state, expiresAt }) => (state === 'active' && daysBefore(expiresAt) >= 0 ? 'expired' : state)),
  );
  expect(Object.keys(states).toSorted()).toEqual(['active', 'archived', 'expired', 'revoked', 'superseded']);
});

test('among 200 parties every KYC status and SUMSUB occur', () => {
  const rows = parties.flatMap((party) => party.requests.map((request) => ({ party, request })));
  expect(new Set(rows.map(({ party, request }) => requestKycStatus(party, request, TIME, USUAL_RULES)))).toEqual(
    new Set(['APPROVED', 'BLOCKED', 'EXPIRED', 'IN_REVIEW', 'REJECTED', 'SUCCESSFUL', 'TO_DO']),
  );
  expect(rows.map(({ request }) => request.provider)).toContain('SUMSUB');
  expect(new Set(rows.map(({ request }) => request.status)).size).toBe(4);
});

test('the dates of the credentials of a party are independent', () => {
  for (const { credentials: own } of parties) {
    expect(new Set(own.map(({ expiresAt }) => daysBefore(expiresAt))).size).toBe(own.length);
  }
});

test('contract IDs share no prefix with the ID of their party', () => {
  for (const party of parties)
    for (const { contractId } of party.credentials) expect(contractId.slice(2, 6)).not.toBe(party.partyId.slice(7, 11));
});

test('row numbers go on after those of the fixture, and new ones after the generated ones', () => {
  const ids = parties.flatMap(({ requests }) => requests.map(({ id }) => id)).toSorted((a, b) => a - b);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toBeGreaterThan(1_000);
  expect(new Population(1, 200, 1_001).lastRequestId).toBeGreaterThanOrEqual(ids.at(-1)!);
});

test('the row numbers of every 128 parties grow with the dates, those without a date first', () => {
  for (const from of [0, 128]) {
    const rows = partiesOf(from + 128)
      .slice(from)
      .flatMap(({ requests }) => requests)
      .toSorted((a, b) => a.id - b.id);
    expect(rows.map(({ id }) => id)).toEqual(Array.from(rows, (_, at) => rows[0]!.id + at));
    const ages = rows.map(({ requestedAt }) => (requestedAt === undefined ? 10_000 : daysBefore(requestedAt)));
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  }
});

test('many names are not ASCII', () => {
  const names = parties.flatMap((party) => fullName(party) ?? []);
  expect(yes(names.map((name) => /[^ -~]/.test(name)))).toBeGreaterThan(20);
});

test('counts grow with the age of the account, and an account of weeks has few followers', () => {
  const accounts = partiesOf(5_000)
    .flatMap((party) => party.credentials)
    .filter(({ provider }) => provider === 'TWITTER')
    .map(({ accountCreatedAt, social }) => ({ days: daysBefore(accountCreatedAt!), ...social }));
  const mean = (some: typeof accounts): number =>
    some.reduce((sum, { followersCount }) => sum + followersCount!, 0) / some.length;
  const [young, grown] = [accounts.filter(({ days }) => days < 90), accounts.filter(({ days }) => days > 2_500)];
  for (const { followersCount, days } of young) expect(followersCount).toBeLessThan(days * 5);
  expect(Math.max(...grown.map(({ followersCount }) => followersCount!))).toBeGreaterThan(5_000);
  expect(mean(grown)).toBeGreaterThan(5 * mean(young));
});

test('a pending request is recent, and one that lapsed is not', () => {
  for (const { requests } of parties) {
    const { requestedAt } = requests[0]!;
    if (requestedAt === undefined) continue;
    if (requests.some(({ status }) => status === 'PENDING')) expect(daysBefore(requestedAt)).toBeLessThan(30);
    else if (requests.some(({ status }) => status === 'EXPIRED')) expect(daysBefore(requestedAt)).toBeGreaterThan(30);
  }
});

test('an account is older than its credentials', () => {
  for (const { accountCreatedAt, issuedAt } of credentials)
    expect(daysBefore(accountCreatedAt!)).toBeGreaterThan(daysBefore(issuedAt));
});

test('party k is the same party in a population of 200 and of 100,000', () => {
  const large = new Population(1, 100_000, 1_001);
  for (const index of [0, 1, 57, 199]) expect(large.party(index)).toEqual(parties[index]);
});

test('an approved request is at most 31 days older than its first credential', () => {
  const waits = parties.flatMap(({ requests, credentials: held }) =>
    requests.flatMap(({ provider, status, requestedAt }) => {
      const issued = held.filter((credential) => credential.provider === provider).map(({ issuedAt }) => issuedAt);
      if (status !== 'APPROVED' || requestedAt === undefined || issued.length === 0) return [];
      return daysBefore(requestedAt) - Math.max(...issued.map(daysBefore));
    }),
  );
  expect(waits.length).toBeGreaterThan(200);
  expect(Math.max(...waits)).toBeLessThanOrEqual(31);
});

test('people use one username at most providers, and another one at some', () => {
  const used = parties.flatMap(({ username, credentials: held }) =>
    held.flatMap(({ metadata }) => (metadata.username === undefined ? [] : [metadata.username === username])),
  );
  expect(yes(used)).toBeGreaterThan(60);
  expect(yes(used)).toBeLessThan(80);
});
