import { defineState } from '../define-state.js';
import { issueCredential } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const requestPending = defineState({
  name: 'request-pending',
  group: 'requests',
  summary: 'A party was asked for its credentials of these providers, which it holds, and has not decided.',
  sentences: [
    'party {partyId} has a pending request',
    'party {partyId} has a pending credentials request',
    'party {partyId} has a pending request for {providers}',
    'a credentials request to party {partyId} is pending',
    'party {partyId} has been asked for {providers}',
    'a user with a pending request exists',
    'a pending request exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const { partyId: id, credentials, requests } = await ensureParty(sandbox, { partyId });
    for (const provider of providers) {
      if (!credentials.some((held) => held.provider === provider)) await issueCredential(sandbox, id, { provider });
      if (!requests.some((known) => known.provider === provider && known.status === 'PENDING'))
        await sandbox.world.request(id, provider);
    }
    return { values: valuesOf(await sandbox.world.party(id)) };
  },
});
