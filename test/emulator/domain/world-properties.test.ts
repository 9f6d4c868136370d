/** Results computed from positions and hashes equal those of plain lists, for any population. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SandboxClock } from '../../../src/emulator/domain/time/clock.js';
import { disclosedCredentials, isApproved, type Party } from '../../../src/emulator/domain/world/model.js';
import { Base } from '../../../src/emulator/domain/world/base.js';
import { approvedUsers, listedCredentials } from '../../../src/emulator/domain/world/party-lists.js';
import { USUAL_RULES } from '../../../src/emulator/domain/world/usual-rules.js';
import {
  matches,
  rowsOf,
  type UserRow,
  type UsersQuery,
  rowOrder,
  usersList,
} from '../../../src/emulator/domain/world/users-list.js';
import { WorldLists } from '../../../src/emulator/domain/world/world-lists.js';
import { World } from '../../../src/emulator/domain/world/world.js';
import { budget } from '../../budget.js';

const EPOCH = Date.parse('2026-01-01T00:00:00Z');
const YEAR = 365 * 86_400_000;
/** A fixture without parties. */
const NOBODY = { name: 'nobody', parties: [] };

/** What variants change of a query. */
const rules = fc.record({
  searched: fc.constantFrom('substring', 'prefix', 'whole', 'username'),
  row: fc.constantFrom('request', 'party'),
  unapproved: fc.constantFrom('shown', 'hidden'),
  approvedKyc: fc.constantFrom('APPROVED', 'SUCCESSFUL'),
  undecided: fc.constantFrom('lapses', 'pending'),
});

const USUAL = {
  searched: 'substring',
  row: 'request',
  unapproved: 'shown',
  approvedKyc: 'APPROVED',
  undecided: 'lapses',
} as const;

const query: fc.Arbitrary<UsersQuery> = fc.record(
  {
    status: fc.constantFrom('ACTIVE', 'INACTIVE', 'BLOCKED'),
    reqStatus: fc.constantFrom('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'),
    kycStatus: fc.constantFrom('IN_REVIEW', 'APPROVED', 'REJECTED', 'BLOCKED', 'EXPIRED', 'TO_DO', 'SUCCESSFUL'),
    search: fc.constantFrom(
      ...['a', 'er', 'ann', '.org', '@', '1220', 'e0', 'z', 'n b', "'", ' ', 'a m', 'a.m', '12', 'r5', '3@'],
      '@example.o',
    ),
    orderBy: fc.constantFrom('id', 'fullName', 'email', 'regDate', 'kycStatus', 'reqStatus', 'status'),
    descending: fc.boolean(),
    rules: fc.oneof(fc.constant(USUAL), rules),
  },
  { requiredKeys: ['orderBy', 'descending', 'rules'] },
);

interface Change {
  readonly party: number;
  readonly provider: 'GOOGLE' | 'REDDIT';
  readonly status: 'PENDING' | 'APPROVED';
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    party: fc.nat(),
    provider: fc.constantFrom('GOOGLE', 'REDDIT'),
    status: fc.constantFrom('PENDING', 'APPROVED'),
  }),
  { maxLength: 8 },
);

/** A world of generated parties, some of which have additional data requests. */
function worldOf(seed: number, size: number, made: readonly Change[], sinceStart: number): World {
  let now = EPOCH;
  const world = new World(new Base(NOBODY, seed, size), { now: () => now });
  made.forEach(({ party, provider, status }, nth) => {
    if (size === 0) return;
    const { partyId } = world.base.population.party(party % size);
    world.apply({
      type: 'data-requested',
      partyId,
      request: { id: 30_000_000 + nth, proposalId: String(nth), provider, status, requestedAt: { at: now } },
    });
  });
  now = EPOCH + sinceStart;
  return world;
}

function allParties(world: World): Party[] {
  return Array.from({ length: world.base.population.size }, (_, index) =>
    world.party(world.base.population.partyId(index))!,
  );
}

test('the users list equals all rows, filtered and sorted', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.nat(70),
      query,
      changes,
      fc.constantFrom(0, 2 * YEAR, 2.9 * YEAR, 4 * YEAR),
      (seed, size, asked, made, sinceStart) => {
        const world = worldOf(seed, size, made, sinceStart);
        const list = new WorldLists(world).list(usersList(asked), world.time());
        const rows: UserRow[] = allParties(world).flatMap((party) =>
          rowsOf(party, asked.rules).map((request) => ({ party, request })),
        );
        const time = world.time();
        const order = rowOrder(asked);
        const expected = rows
          .filter((row) => matches(row, asked, time))
          .sort((a, b) => order.compare(order.keyOf(a, time), order.keyOf(b, time)));
        expect(list.slice(0, list.length).map(({ request }) => request.id)).toEqual(
          expected.map(({ request }) => request.id),
        );
      },
    ),
    { numRuns: budget({ short: 100, long: 3_000 }), seed: 1 },
  );
});

test('the lists of credentials and approved parties equal those of the single parties', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(70), changes, (seed, size, made) => {
      const world = worldOf(seed, size, made, 0);
      const lists = new WorldLists(world);
      const credentials = lists.list(listedCredentials(USUAL_RULES), world.time());
      const expected = allParties(world).flatMap((party) =>
        disclosedCredentials(party).map(({ contractId }) => contractId),
      );
      expect(credentials.slice(0, credentials.length).map(({ credential }) => credential.contractId)).toEqual(expected);
      const approved = lists.list(approvedUsers(USUAL_RULES), world.time());
      expect(approved.slice(0, approved.length)).toEqual(allParties(world).filter(isApproved));
    }),
    { numRuns: budget({ short: 50, long: 1_000 }), seed: 2 },
  );
});

test('each party is found by its ID, contract IDs, e-mails and usernames', () => {
  const { population } = new Base(NOBODY, 5, 300);
  for (let index = 0; index < population.size; index++) {
    const party = population.party(index);
    expect(population.indexOfPartyId(party.partyId)).toBe(index);
    if (party.email !== undefined) expect(population.indexOfHandle(party.email)).toBe(index);
    expect(population.indexOfHandle(party.username!)).toBe(index);
    for (const { contractId, metadata } of party.credentials) {
      expect(population.indexOfContractId(contractId)).toBe(index);
      if (metadata.email !== undefined) expect(population.indexOfHandle(metadata.email)).toBe(index);
    }
  }
});

test('a party is the same in a larger population', () => {
  const [small, large] = [new Base(NOBODY, 5, 10), new Base(NOBODY, 5, 5_000_000)];
  expect(large.population.party(9)).toEqual(small.population.party(9));
  expect(small.party(large.population.partyId(10))).toBeUndefined();
});

test('a list that depends on the time changes with it', () => {
  let now = EPOCH;
  const world = new World(new Base(NOBODY, 3, 50), { now: () => now });
  const lists = new WorldLists(world);
  const users = usersList({
    kycStatus: 'EXPIRED',
    reqStatus: 'APPROVED',
    orderBy: 'regDate',
    descending: true,
    rules: USUAL_RULES,
  });
  const expired = () => lists.list(users, world.time()).length;
  const before = expired();
  now = EPOCH + 4 * YEAR;
  const after = expired();
  now = EPOCH;
  expect([after > before, expired()]).toEqual([true, before]);
});

test('a world rejects an event of an unknown party', () => {
  const world = new World(new Base(NOBODY, 1, 1), new SandboxClock({ time: EPOCH, frozen: true }));
  const request = {
    id: 1,
    proposalId: '1',
    provider: 'GOOGLE',
    status: 'PENDING',
    requestedAt: { at: EPOCH },
  } as const;
  expect(() => {
    world.apply({ type: 'data-requested', partyId: 'nobody', request });
  }).toThrow('nobody');
  expect(world.history).toEqual([]);
});
