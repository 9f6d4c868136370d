import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const partyHasDisclosed = defineState({
  name: 'party-has-disclosed',
  group: 'parties',
  summary:
    'A party holds a current credential of each of these providers, and the institution sees them, beside what it may have disclosed before.',
  sentences: [
    'party {partyId} has disclosed {providers}',
    'party {partyId} has credentials from {providers}',
    'user {partyId} has credentials from {providers}',
    'party {partyId} has a {providers} credential',
    'a party with credentials from {providers}',
    'a party with credentials from {providers} exists',
    'a party has disclosed {providers}',
    'a user with credentials from {providers} exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const party = await ensureParty(sandbox, { partyId });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
