/** Data requests that the party does not decide lapse by the sandbox's clock. */

import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cast } from '../../../cast.js';
import { startInstitution, tokenOf, type Institution } from '../../../institution.js';
import { allPages, type UserItem } from '../../../pages.js';
import { temporaryFolder } from '../../../cli/temporary-folder.js';

const NOW = '2026-01-31T09:00:00Z';
const USERS = '/institutions/me/users';
const paula = cast('Paula');
const uma = cast('Uma');

let institution: Institution;
beforeEach(async () => {
  institution = await startInstitution({ now: NOW, population: 128 });
});
afterEach(() => institution.close());

/** Moves the clock by days, in steps; tokens do not live that long. */
async function pass(days: number, steps = 1): Promise<void> {
  const { emulator } = institution;
  for (let step = 0; step < steps; step++) emulator.defaultSandbox.clock.advance(`P${days / steps}D`);
  const token = await tokenOf(emulator);
  const { get, post } = institution;
  institution = {
    ...institution,
    get: (path) => get(path).auth(token, { type: 'bearer' }),
    post: (path, body) => post(path, body).auth(token, { type: 'bearer' }),
  };
}

async function statusesOf(email: string): Promise<readonly string[]> {
  const rows = await allPages<UserItem>(institution, `${USERS}?search=${email}`, 100);
  return rows.map(({ reqStatus }) => reqStatus);
}

test('all pending requests of the world lapse within 31 days', async () => {
  const before = await allPages<UserItem>(institution, `${USERS}?reqStatus=PENDING`, 100);
  expect(before.length).toBeGreaterThan(5);
  await pass(32);
  const after = await allPages<UserItem>(institution, USERS, 100);
  const lapsed = before.map(({ id }) => after.find((row) => row.id === id));
  expect(new Set(lapsed.map((row) => `${row?.reqStatus} ${row?.kycStatus}`))).toEqual(new Set(['EXPIRED EXPIRED']));
  expect(await allPages(institution, `${USERS}?reqStatus=PENDING`, 100)).toEqual([]);
});

test('requests lapse alike, whether the clock moves in one step or in many with calls between them', async () => {
  const stepped = await startInstitution({ now: NOW, population: 128 });
  for (let day = 0; day < 40; day++) {
    await allPages<UserItem>({ ...stepped, ...(await authorized(stepped)) }, `${USERS}?reqStatus=PENDING`, 100);
    stepped.emulator.defaultSandbox.clock.advance('P1D');
  }
  const path = `${USERS}?orderBy=reqStatus`;
  const inSteps = await allPages<UserItem>({ ...stepped, ...(await authorized(stepped)) }, path, 100);
  await stepped.close();
  await pass(40);
  expect(await allPages<UserItem>(institution, path, 100)).toEqual(inSteps);
});

async function authorized({ emulator, get }: Institution): Promise<Pick<Institution, 'get'>> {
  const token = await tokenOf(emulator);
  return { get: (path) => get(path).auth(token, { type: 'bearer' }) };
}

test('a request is pending until 31 days after it was made, and another one is possible then', async () => {
  const request = { partyId: uma.partyId, providers: ['GOOGLE'] };
  await institution.post('/institutions/me/credentials/request', request);
  await pass(30);
  expect(await statusesOf(uma.email)).toEqual(['PENDING']);
  await pass(1);
  expect(await statusesOf(uma.email)).toEqual(['EXPIRED']);
  await institution.post('/institutions/me/credentials/request', request);
  expect(await statusesOf(uma.email)).toEqual(['PENDING', 'EXPIRED']);
});

test('a request that a test has made by hand stays pending', async () => {
  institution.emulator.defaultSandbox.world.request(uma.partyId, 'GOOGLE');
  await pass(400);
  expect(await statusesOf(uma.email)).toEqual(['PENDING']);
});

test('request-approved-later approves beyond 31 days, and the request is pending until then', async () => {
  await institution
    .post('/institutions/me/credentials/request', { partyId: uma.partyId, providers: ['GOOGLE'] })
    .set('Emulator-Scenario', 'request-approved-later;after="P40D"');
  await pass(39);
  expect(await statusesOf(uma.email)).toEqual(['PENDING']);
  await pass(2);
  expect(await statusesOf(uma.email)).toEqual(['APPROVED']);
});

test('a decision for a later time keeps a request pending until then', async () => {
  institution.emulator.defaultSandbox.world.decide(paula.partyId, { status: 'REJECTED', after: 'P60D' });
  await pass(59);
  expect(await statusesOf(paula.email)).toEqual(['PENDING']);
  await pass(2);
  expect(await statusesOf(paula.email)).toEqual(['REJECTED']);
});

test('a request that lapsed cannot be approved by hand either', async () => {
  await pass(60);
  const { world } = institution.emulator.defaultSandbox;
  expect(() => world.approve(paula.partyId)).toThrow('no pending data request to decide');
  expect(await statusesOf(paula.email)).toEqual(['EXPIRED']);
});

test('with the variant "never", requests stay pending', async () => {
  const patient = await startInstitution({ now: NOW, population: 128, variants: { 'undecided-requests': 'never' } });
  const before = await allPages<UserItem>(patient, `${USERS}?reqStatus=PENDING`, 100);
  patient.emulator.defaultSandbox.clock.advance('P1095D');
  const after = await allPages<UserItem>(
    { ...patient, ...(await authorized(patient)) },
    `${USERS}?reqStatus=PENDING`,
    100,
  );
  await patient.close();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test.each(['-P40D', '2025-12-30'])(
  'a pending request from %s has lapsed when the clock starts',
  async (requestedAt) => {
    const request = { provider: 'GOOGLE', status: 'PENDING', requestedAt };
    const ann = {
      partyId: 'party::1',
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      requests: [request],
    };
    await using folder = await temporaryFolder({ 'world.yaml': JSON.stringify({ parties: [ann] }) });
    await institution.close();
    institution = await startInstitution({ now: NOW, population: 0, fixture: join(folder.path, 'world.yaml') });
    expect(await statusesOf(ann.email)).toEqual(['EXPIRED']);
  },
);
