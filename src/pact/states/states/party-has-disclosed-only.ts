import { defineState } from '../define-state.js';
import { ensureDisclosed, withdraw } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const partyHasDisclosedOnly = defineState({
  name: 'party-has-disclosed-only',
  group: 'parties',
  summary:
    'A party holds a current credential of each of these providers, and the institution sees them and no others.',
  sentences: [
    'party {partyId} has disclosed only {providers}',
    'party {partyId} has disclosed nothing but {providers}',
    'party {partyId} has disclosed {providers} only',
    'party {partyId} has disclosed exactly {providers}',
    'party {partyId} has credentials from {providers} only',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const party = await ensureParty(sandbox, { partyId });
    await withdraw(sandbox, party, { but: providers });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
