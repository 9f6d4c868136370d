import { defineState } from '../define-state.js';
import { disclose, issueCredential, withdraw } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID } from '../world/parameters.js';
import { LEVELS, SCORE_RECIPES } from '../world/score-recipes.js';

export const humanScoreLevel = defineState({
  name: 'human-score-level',
  group: 'human scores',
  summary:
    "The confidence level of a party's human score is this one; the credentials that make it so are the only ones that it discloses.",
  sentences: [
    'the human score of party {partyId} is {level}',
    'the human score of user {partyId} is {level}',
    'party {partyId} has a {level} human score',
    'user {partyId} has a {level} human score',
    'a party with a {level} human score exists',
    'the confidence level of party {partyId} is {level}',
  ],
  parameters: { partyId: ANY_PARTY_ID, level: { type: 'text', description: 'The confidence level.', choices: LEVELS } },
  async setUp(sandbox, { partyId, level }) {
    const party = await ensureParty(sandbox, { partyId });
    const recipe = SCORE_RECIPES[level];
    const lasting = party.credentials.find(
      ({ provider, state }) => state === 'revoked' && recipe.some((wanted) => wanted.provider === provider),
    );
    if (lasting !== undefined)
      throw new Error(
        `party "${party.partyId}" has a revoked credential from ${lasting.provider} in this world, which would count; name another`,
      );
    await withdraw(sandbox, party);
    for (const credential of recipe) {
      await issueCredential(sandbox, party.partyId, { supersede: true, ...credential });
      await disclose(sandbox, party.partyId, credential.provider);
    }
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
