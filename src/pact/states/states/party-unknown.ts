import { defineState } from '../define-state.js';
import { ifThere } from '../world/if-there.js';
import { PARTY_ID } from '../world/parameters.js';

export const partyUnknown = defineState({
  name: 'party-unknown',
  group: 'parties',
  summary: 'There is no party with this ID.',
  sentences: [
    'party {partyId} does not exist',
    'user {partyId} does not exist',
    'party {partyId} is unknown',
    'no party {partyId} exists',
    'there is no party {partyId}',
    'no party with ID {partyId} exists',
  ],
  parameters: { partyId: PARTY_ID },
  async setUp({ world }, { partyId }) {
    const known = await ifThere(() => world.party(partyId));
    if (known !== undefined)
      throw new Error(
        `there is a party "${partyId}" in this world, and parties do not vanish; name another, or say first that no parties exist`,
      );
  },
});
