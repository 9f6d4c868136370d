/** What enters a world is validated against the service's contract, so that every response can show it. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { SHIPPED_FIXTURES } from '../../../src/emulator/control/fixtures/load-fixture.js';
import { fixtureOf, shippedContract } from '../../../src/start/shipped.js';
import { partyViolations } from '../../../src/emulator/service/representations/party-violations.js';
import { cast } from '../../cast.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { problem, problemIn, startControlledEmulator } from './controlled-emulator.js';
import { untilEnd } from '../../until-end.js';

const controlled = await untilEnd(startControlledEmulator({ population: 0, now: '2026-01-31T09:00:00Z' }));

const nested = (levels: number): object => (levels === 1 ? {} : { inner: nested(levels - 1) });

/** Metadata that the contract does not allow, and the pointer to the mistake in it. */
const WRONG_METADATA: [string, object, string][] = [
  ['a date that is none', { verifiedAt: 'yesterday' }, '/verifiedAt'],
  ['a date without a zone', { verifiedAt: '2026-01-31T09:00:00' }, '/verifiedAt'],
  ['51 levels', nested(51), ''],
];

const credential = (metadata: object) => ({ provider: 'GITHUB', contractId: '00ab', issuedAt: '-P1D', metadata });
const account = { email: 'a@example.com', firstName: 'A', lastName: 'B' };

test.each(WRONG_METADATA)(
  'a fixture file with metadata of %s is refused with its position',
  async (_, metadata, at) => {
    const parties = [{ partyId: 'p', ...account, credentials: [credential(metadata)] }];
    await using folder = await temporaryFolder({ 'world.yaml': JSON.stringify({ parties }, undefined, 1) });
    const { code, stderr } = await outcomeOf(['start', '--port', '0', '--fixture', `${folder.path}/world.yaml`]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`world\\.yaml:\\d+:\\d+: /parties/0/credentials/0/metadata${at}: expected [^\\n]*\\n$`),
    );
  },
);

test.each(WRONG_METADATA)('a fixture of the control plane with metadata of %s returns 422', async (_, metadata, at) => {
  const parties = [{ partyId: 'p', ...account, credentials: [credential(metadata)] }];
  const response = await controlled.control('post', '/sandboxes', { fixture: { parties } });
  expect(problemIn(response)).toMatchObject(problem(422, { pointer: '/fixture' }));
  expect((response.body as { mistakes: string[] }).mistakes[0]).toContain(`/parties/0/credentials/0/metadata${at}:`);
});

test.each(WRONG_METADATA)(
  'a new party with metadata of %s returns 422, and changes nothing',
  async (_, metadata, at) => {
    const before = (await controlled.control('get', '/sandboxes/default/state')).text;
    const response = await controlled.control('post', '/sandboxes/default/world/parties', {
      ...account,
      credentials: [credential(metadata)],
    });
    expect(problemIn(response)).toMatchObject(problem(422, { pointer: `/credentials/0/metadata${at}` }));
    expect((await controlled.control('get', '/sandboxes/default/state')).text).toBe(before);
  },
);

test.each(WRONG_METADATA)(
  'a new credential with metadata of %s returns 422, and changes nothing',
  async (_, metadata, at) => {
    const before = (await controlled.control('get', '/sandboxes/default/state')).text;
    const { partyId, credentials } = cast('Ben');
    const contractId = credentials[0]!.contractId;
    for (const [path, body] of [
      [`/parties/${partyId}/credentials`, { provider: 'GITHUB', metadata }],
      [`/credentials/${contractId}/supersede`, { metadata }],
      [`/credentials/${contractId}/supersede`, { metadata, after: '1h' }],
    ] as const) {
      const response = await controlled.control('post', `/sandboxes/default/world${path}`, body);
      expect(problemIn(response)).toMatchObject(problem(422, { pointer: `/metadata${at}` }));
    }
    expect((await controlled.control('get', '/sandboxes/default/state')).text).toBe(before);
  },
);

test('a contract ID with a NUL character returns 422 with its pointer', async () => {
  const response = await controlled.control('post', '/sandboxes/default/world/parties', {
    ...account,
    credentials: [{ ...credential({}), contractId: 'a\u0000b' }],
  });
  expect(problemIn(response)).toMatchObject(problem(422, { pointer: '/credentials/0/contractId' }));
});

test.each([
  ['an e-mail that is a number', { email: 5 }, '/email'],
  ['an unknown status', { status: 'GONE' }, '/status'],
])('a program that changes a party to %s gets a problem with the pointer', async (_, changes, pointer) => {
  await using emulator = await startEmulator({ population: 0 });
  const { world } = emulator.defaultSandbox;
  const { partyId } = cast('Ben');
  const before = world.party(partyId);
  expect(() => world.changeParty(partyId, changes as never)).toThrow(
    expect.objectContaining({ status: 422, members: expect.objectContaining({ pointer }) as object }),
  );
  expect(world.party(partyId)).toEqual(before);
});

test('metadata of 50 levels is accepted, shown by every endpoint, exported and imported', async () => {
  const sandbox = await controlled.open({ fixture: 'empty' });
  const { partyId } = await sandbox.done<{ partyId: string }>('post', '/world/parties', {
    ...account,
    credentials: [credential(nested(50))],
  });
  for (const path of ['credentials', 'human-scores', 'users', `credentials/${partyId}`, `human-scores/${partyId}`])
    expect((await sandbox.get(`/institutions/me/${path}`)).status).toBe(200);
  const state = await sandbox.done('get', '/state');
  await sandbox.done('put', '/state', state);
  expect((await sandbox.get('/institutions/me/credentials')).status).toBe(200);
});

test('the shipped fixtures, which are not checked at start, keep to the contract', () => {
  for (const name of SHIPPED_FIXTURES) {
    const { parties } = fixtureOf(name);
    expect(parties.flatMap((party) => partyViolations(shippedContract(), party))).toEqual([]);
  }
});
