import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const requestApproved = defineState({
  name: 'request-approved',
  group: 'requests',
  summary: 'A party was asked for its credentials of these providers, and has approved.',
  sentences: [
    'party {partyId} has an approved request',
    'party {partyId} has an approved request for {providers}',
    'party {partyId} has approved the request',
    'party {partyId} has approved the request for {providers}',
    'a credentials request to party {partyId} is approved',
    'a user with an approved request exists',
    'an approved user exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const party = await ensureParty(sandbox, { partyId });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
