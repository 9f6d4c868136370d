/** Sets up the provider states that name their scenarios. */

import type { SetUps } from './set-ups.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';

export const scenarios = {
  async scenario(sandbox, { name, ...others }) {
    if (Object.keys(others).length > 0) return { scenarios: [(await sandbox.use(name, others)).scenario] };
    return { scenarios: (await sandbox.scenarios.select(name)).map(({ scenario }) => scenario) };
  },
  async 'party-meets-scenario'(sandbox, { partyId, name }) {
    const party = await ensureParty(sandbox, { partyId });
    await sandbox.world.changeParty(partyId, { scenario: name });
    return { values: valuesOf(party) };
  },
} satisfies Partial<SetUps>;
