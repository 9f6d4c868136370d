/** What the institution sees of a party, without a request of its own. */

import { expect, test } from 'vitest';
import type { ScoreReason } from '../../../src/emulator/domain/scores/score-reasons.js';
import type { SeenParty } from '../../../src/emulator/domain/world/seen-party.js';
import { cast } from '../../cast.js';
import { problem, problemIn, startControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 20 }));

const path = (partyId: string) => `/world/parties/${encodeURIComponent(partyId)}/seen`;

test('the institution sees what the service would respond, in the format of the service', async () => {
  const sandbox = await controlled.open({ now: '2026-01-31T09:00:00Z' });
  const { partyId } = cast('Ben');
  const seen = await sandbox.done<SeenParty>('get', path(partyId));
  const score = await sandbox.get(`/institutions/me/human-scores/${encodeURIComponent(partyId)}`);
  const credentials = await sandbox.get(`/institutions/me/credentials/${encodeURIComponent(partyId)}`);
  const users = await sandbox.get(`/institutions/me/users?search=${encodeURIComponent(partyId)}`);
  expect(seen.humanScore).toEqual(score.body);
  expect(seen.credentials).toEqual(credentials.body);
  expect(seen.users).toEqual((users.body as { items: unknown[] }).items);
  const link = await sandbox.done<{ token: string }>('post', '/verification-links', {
    contractId: cast('Ben').credentials[0]!.contractId,
  });
  const check = await sandbox.get(`/verification/check/${link.token}`);
  expect(seen.links).toContainEqual(check.body);
});

test('the look is no exchange', async () => {
  const sandbox = await controlled.open();
  const { exchanges } = await sandbox.done<{ exchanges: number }>('get', '');
  await sandbox.done('get', path(cast('Ben').partyId));
  expect(await sandbox.done('get', '')).toMatchObject({ exchanges });
});

test('a party that has approved nothing has no score', async () => {
  const sandbox = await controlled.open();
  const { partyId } = await sandbox.done<{ partyId: string }>('post', '/world/parties', { firstName: 'Una' });
  expect(await sandbox.done('get', path(partyId))).toEqual({
    users: [],
    credentials: [],
    humanScore: null,
    scoreReasons: [],
    links: [],
  });
});

test('an unknown party is a 404', async () => {
  const sandbox = await controlled.open();
  expect(problemIn(await sandbox.control('get', path('nobody')))).toMatchObject(problem(404));
});

test('the revision and the variants of the sandbox decide what is seen', async () => {
  const sandbox = await controlled.open({ revision: '2026-04' });
  const { humanScore } = await sandbox.done<SeenParty>('get', path(cast('Ben').partyId));
  expect(humanScore).toHaveProperty('email');
});

interface Shown extends Omit<SeenParty, 'humanScore' | 'scoreReasons'> {
  readonly humanScore: {
    readonly humanScore: { readonly totalScore: number; readonly breakdown: Readonly<Record<string, number>> };
  };
  readonly scoreReasons: readonly ScoreReason[];
}

test('a score says how its parts come about, and what would change them does', async () => {
  const sandbox = await controlled.open({ now: '2026-01-31T09:00:00Z' });
  const { partyId } = cast('Ben');
  const seen = async () => {
    const { humanScore, scoreReasons } = await sandbox.done<Shown>('get', path(partyId));
    const { totalScore, breakdown } = humanScore.humanScore;
    expect(Object.fromEntries(scoreReasons.map(({ part, points }) => [part, points]))).toEqual(breakdown);
    expect(scoreReasons.reduce((sum, { points }) => sum + points, 0)).toBe(totalScore);
    return new Map(scoreReasons.map((reason) => [reason.part, reason]));
  };
  const before = (await seen()).get('providerCountScore')!;
  expect(before.reason).toBe('Credentials of 1 of 6 providers count.');
  const provider = before.change.split(' ').at(-1)!.replace('.', '');
  await sandbox.done('post', `/world/parties/${encodeURIComponent(partyId)}/credentials`, { provider });
  const after = (await seen()).get('providerCountScore')!;
  expect(after.points).toBeGreaterThan(before.points);
  expect(after.reason).toBe('Credentials of 2 of 6 providers count.');
  expect(after.change).not.toContain(provider);
});

test('the age of an account is full when the score says that it will be', async () => {
  const sandbox = await controlled.open({ population: 200, now: '2026-01-31T09:00:00Z' });
  const { items } = await sandbox.done<{ items: { partyId: string }[] }>('get', '/world/parties?limit=100');
  const ageOf = async (partyId: string) =>
    (await sandbox.done<Shown>('get', path(partyId))).scoreReasons.find(({ part }) => part === 'accountAgeScore');
  const ages = await Promise.all(items.map(async ({ partyId }) => ({ partyId, age: await ageOf(partyId) })));
  const days = ({ age }: (typeof ages)[number]) => Number(/full in (\d+) days/.exec(age?.change ?? '')?.[1] ?? 0);
  const young = ages.filter((one) => days(one) > 0).toSorted((one, other) => days(one) - days(other))[0]!;
  expect(young.age!.points).toBeLessThan(30);
  await sandbox.done('post', '/clock/advance', { by: `P${days(young)}D` });
  expect(await ageOf(young.partyId)).toMatchObject({ points: 30, most: 30 });
});
