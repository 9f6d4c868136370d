import { defineState } from '../define-state.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { PARTY_ID } from '../world/parameters.js';

export const partyMeetsScenario = defineState({
  name: 'party-meets-scenario',
  group: 'scenarios',
  summary:
    'Every call that concerns a party meets these scenarios, written as in the Emulator-Scenario header; other calls do not.',
  sentences: [
    'scenario for party {partyId}: {name}',
    'calls about party {partyId} meet scenario {name}',
    'party {partyId} meets scenario {name}',
  ],
  parameters: {
    partyId: PARTY_ID,
    name: {
      type: 'rest',
      description: 'The scenario, or a selection of several: "rate-limit-burst;burst=2, latency".',
    },
  },
  async setUp(sandbox, { partyId, name }) {
    const party = await ensureParty(sandbox, { partyId });
    await sandbox.world.changeParty(partyId, { scenario: name });
    return { values: valuesOf(party) };
  },
});
