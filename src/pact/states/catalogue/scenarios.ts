/** Provider states that switch on scenarios by name. */

import { defineState } from '../provider-state.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { PARTY_ID } from './parameters.js';

const SELECTION = {
  type: 'rest',
  description: 'The scenario, or a selection of several: "rate-limit-burst;burst=2, latency".',
} as const;

export const scenarios = [
  defineState({
    name: 'scenario',
    summary:
      'These scenarios are on, written as in the Emulator-Scenario header. A single scenario may take its parameters from the state.',
    sentences: ['scenario: {name}', 'scenario {name}', 'a scenario is on', 'a scenario'],
    parameters: { name: SELECTION },
    takesOthers: true,
    async setUp(sandbox, { name, ...others }) {
      if (Object.keys(others).length > 0) return { scenarios: [(await sandbox.use(name, others)).scenario] };
      return { scenarios: (await sandbox.scenarios.select(name)).map(({ scenario }) => scenario) };
    },
  }),
  defineState({
    name: 'party-meets-scenario',
    summary:
      'Calls about this party meet these scenarios, written as in the Emulator-Scenario header. Other calls do not.',
    sentences: [
      'scenario for party {partyId}: {name}',
      'calls about party {partyId} meet scenario {name}',
      'party {partyId} meets scenario {name}',
    ],
    parameters: { partyId: PARTY_ID, name: SELECTION },
    async setUp(sandbox, { partyId, name }) {
      const party = await ensureParty(sandbox, { partyId });
      await sandbox.world.changeParty(partyId, { scenario: name });
      return { values: valuesOf(party) };
    },
  }),
];
