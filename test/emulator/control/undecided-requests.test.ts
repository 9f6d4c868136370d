import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 0, variants: { 'undecided-requests': 'never' } }));

test('where the service lets no data request lapse, an old one is pending and can be decided', () => {
  using sandbox = emulator.sandbox();
  const { partyId } = cast('Ben');
  sandbox.world.request(partyId, 'SUMSUB', 'PENDING', true);
  sandbox.clock.advance('P32D');

  expect(sandbox.world.party(partyId).requests.at(-1)).toMatchObject({ status: 'PENDING' });
  expect(sandbox.world.approve(partyId, 'SUMSUB')).toMatchObject({ decided: [{ status: 'APPROVED' }] });
});

test('where the service lets no data request lapse, an old one leaves no room for another, and a credential approves it', () => {
  using sandbox = emulator.sandbox();
  const { partyId } = cast('Ben');
  const { id } = sandbox.world.request(partyId, 'GOOGLE', 'PENDING', true);
  sandbox.clock.advance('P32D');

  expect(() => sandbox.world.request(partyId, 'GOOGLE')).toThrow(
    `has a pending data request for GOOGLE already, ${id}`,
  );
  sandbox.world.issue(partyId, { provider: 'GOOGLE' });
  const requests = sandbox.world.party(partyId).requests.filter(({ provider }) => provider === 'GOOGLE');
  expect(requests).toMatchObject([{ id, status: 'APPROVED' }]);
});
