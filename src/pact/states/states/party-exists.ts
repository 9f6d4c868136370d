import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const partyExists = defineState({
  name: 'party-exists',
  group: 'parties',
  summary: 'The institution knows the party: it has disclosed a credential at least.',
  sentences: [
    'party {partyId} exists',
    'user {partyId} exists',
    'a party with ID {partyId} exists',
    'a party with the party ID {partyId} exists',
    'a user with ID {partyId} exists',
    'there is a party {partyId}',
    'a party exists',
    'a user exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, { partyId, provider }) {
    const party = await ensureParty(sandbox, { partyId });
    if (!party.credentials.some(({ disclosed, state, expired }) => disclosed && state === 'active' && !expired))
      await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
