import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const partyNamed = defineState({
  name: 'party-named',
  group: 'parties',
  summary: 'A party has this name, and has disclosed a credential.',
  sentences: [
    'a party named {firstName} {lastName} exists',
    'a user named {firstName} {lastName} exists',
    'party {partyId} is named {firstName} {lastName}',
    'the name of party {partyId} is {firstName} {lastName}',
  ],
  parameters: {
    firstName: { type: 'text', description: 'The first name.' },
    lastName: { type: 'text', description: 'The last name.' },
    partyId: ANY_PARTY_ID,
    provider: FROM_PROVIDER,
  },
  async setUp(sandbox, { firstName, lastName, partyId, provider }) {
    const party = await ensureParty(sandbox, { partyId, firstName, lastName });
    await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
