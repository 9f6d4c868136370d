/** One change of a world is undone, or refused with what came after it. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../src/index.js';
import { cast } from '../../cast.js';
import { fetchedBy, sandboxesOf, testExchanges, type Sender } from '../../exchanges.js';
import { untilEnd } from '../../until-end.js';

const emulator = await untilEnd(startEmulator({ population: 5, now: '2026-01-31T09:00:00Z' }));

testExchanges(new URL('undo.yaml', import.meta.url), sandboxesOf(emulator), {
  everything: async (sender: Sender) => {
    const bodies = [];
    for (const list of ['users', 'credentials', 'human-scores', 'control/world/parties'])
      bodies.push((await fetchedBy(sender, `${list}?limit=100`)).json);
    return bodies;
  },
});

test('a program undoes a change by the numbers of its events', () => {
  using sandbox = emulator.sandbox();
  const { world } = sandbox;
  const { contractId } = cast('Ben').credentials[0]!;
  world.revoke(contractId);
  world.undo({ first: 1, last: world.events().events.length });
  expect(world.credential(contractId).credential.state).toBe('active');
});
