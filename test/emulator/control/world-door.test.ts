/** What enters a world is validated against the service's contract, so that every response can show it. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { SHIPPED_FIXTURES } from '../../../src/emulator/control/fixtures/load-fixture.js';
import { fixtureOf, shippedContract } from '../../../src/start/shipped.js';
import { partyViolations } from '../../../src/emulator/service/representations/party-violations.js';
import { cast } from '../../cast.js';
import { outcomeOf } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { sandboxesOf, testExchanges } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0, now: '2026-01-31T09:00:00Z' }));

const nested = (levels: number): object => (levels === 1 ? {} : { inner: nested(levels - 1) });

testExchanges(new URL('world-door.yaml', import.meta.url), async (options) => {
  const sender = await sandboxesOf(emulator)(options);
  return { ...sender, values: { ...sender.values, deep: nested(50), tooDeep: nested(51) } };
});

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

test.each([
  ['an e-mail that is a number', { email: 5 }, '/email'],
  ['an unknown status', { status: 'GONE' }, '/status'],
])('a program that changes a party to %s gets a problem with the pointer', (_, changes, pointer) => {
  const { world } = emulator.defaultSandbox;
  const { partyId } = cast('Ben');
  const before = world.party(partyId);
  expect(() => world.changeParty(partyId, changes as never)).toThrow(
    expect.objectContaining({ status: 422, members: expect.objectContaining({ pointer }) as object }),
  );
  expect(world.party(partyId)).toEqual(before);
});

test('the shipped fixtures, which are not checked at start, keep to the contract', () => {
  for (const name of SHIPPED_FIXTURES) {
    const { parties } = fixtureOf(name);
    expect(parties.flatMap((party) => partyViolations(shippedContract(), party))).toEqual([]);
  }
});
