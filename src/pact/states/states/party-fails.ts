import { defineState } from '../define-state.js';
import { PARTY_ID } from '../world/parameters.js';

export const partyFails = defineState({
  name: 'party-fails',
  group: 'failures',
  summary: 'Calls that concern this party are answered with 500, all others as usual.',
  sentences: [
    'calls for party {partyId} fail',
    'calls about party {partyId} fail',
    'requests for party {partyId} fail',
    'the data of party {partyId} cannot be read',
  ],
  parameters: { partyId: PARTY_ID },
  scenarios: ['failing-party'],
  async setUp(sandbox, { partyId }) {
    await sandbox.use('failing-party', { party: partyId });
  },
});
