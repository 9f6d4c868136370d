import { defineState } from '../define-state.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const requestRejected = defineState({
  name: 'request-rejected',
  group: 'requests',
  summary: 'A party was asked for its credentials of these providers, and has rejected.',
  sentences: [
    'party {partyId} has a rejected request',
    'party {partyId} has a rejected request for {providers}',
    'party {partyId} has rejected the request',
    'party {partyId} has rejected the request for {providers}',
    'a credentials request to party {partyId} is rejected',
    'a user with a rejected request exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const { world } = sandbox;
    const party = await ensureParty(sandbox, { partyId });
    for (const provider of providers) {
      const isPending = party.requests.some((known) => known.provider === provider && known.status === 'PENDING');
      if (isPending) await world.decide(party.partyId, { status: 'REJECTED', provider });
      else await world.request(party.partyId, provider, 'REJECTED');
    }
    return { values: valuesOf(party) };
  },
});
