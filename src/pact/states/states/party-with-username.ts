import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { findByHandle } from '../world/find-by-handle.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const partyWithUsername = defineState({
  name: 'party-with-username',
  group: 'parties',
  summary: 'A party has this username, and credentials from these providers to be found by it.',
  sentences: [
    'a party with username {username} exists',
    'a party with the username {username} exists',
    'a user with username {username} exists',
    'a party called {username} exists',
    'party {partyId} has the username {username}',
  ],
  parameters: {
    username: { type: 'text', description: "The username of the party's account." },
    partyId: ANY_PARTY_ID,
    providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
  },
  async setUp(sandbox, { username, partyId, providers }) {
    const [known] = partyId === undefined ? await findByHandle(sandbox, username) : [];
    const party = await ensureParty(sandbox, { partyId: partyId ?? known?.partyId, username });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
