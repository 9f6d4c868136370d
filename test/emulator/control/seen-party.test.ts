/** What the institution sees of a party, without a request of its own. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeenParty } from '../../../src/emulator/domain/world/seen-party.js';
import { cast } from '../../cast.js';
import { problem, problemIn, startControlledEmulator, type ControlledEmulator } from './controlled-emulator.js';

let controlled: ControlledEmulator;
beforeAll(async () => {
  controlled = await startControlledEmulator({ population: 20 });
});
afterAll(() => controlled.close());

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
  expect(await sandbox.done('get', path(partyId))).toEqual({ users: [], credentials: [], humanScore: null, links: [] });
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
