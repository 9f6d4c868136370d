import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const humanScoreExists = defineState({
  name: 'human-score-exists',
  group: 'human scores',
  summary: 'A party has a human score, from credentials of these providers and whatever else it has disclosed.',
  sentences: [
    'party {partyId} has a human score',
    'user {partyId} has a human score',
    'the human score of party {partyId} exists',
    'a human score for party {partyId} exists',
    'a human score exists',
    'a party with a human score exists',
  ],
  parameters: { partyId: ANY_PARTY_ID, providers: { ...FROM_PROVIDERS, default: ['GOOGLE', 'GITHUB'] } },
  async setUp(sandbox, { partyId, providers }) {
    const party = await ensureParty(sandbox, { partyId });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
