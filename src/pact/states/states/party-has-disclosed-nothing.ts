import { defineState } from '../define-state.js';
import { withdraw } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID } from '../world/parameters.js';

export const partyHasDisclosedNothing = defineState({
  name: 'party-has-disclosed-nothing',
  group: 'parties',
  summary:
    'A party exists, but the institution sees none of its credentials, and so no human score; it can be asked for them.',
  sentences: [
    'party {partyId} has disclosed nothing',
    'party {partyId} has disclosed no credentials',
    'party {partyId} has not disclosed anything',
    'party {partyId} has no credentials',
    'user {partyId} has no credentials',
    'party {partyId} has no human score',
    'party {partyId} can be asked for credentials',
    'a party has disclosed nothing',
    'a party without credentials exists',
  ],
  parameters: { partyId: ANY_PARTY_ID },
  async setUp(sandbox, { partyId }) {
    const party = await ensureParty(sandbox, { partyId });
    await withdraw(sandbox, party);
    return { values: valuesOf(party) };
  },
});
