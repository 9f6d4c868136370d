import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const partyStatus = defineState({
  name: 'party-status',
  group: 'parties',
  summary: 'The account of a party, which has disclosed a credential, is active, inactive or blocked.',
  sentences: [
    'the status of party {partyId} is {status}',
    'party {partyId} is {status}',
    'user {partyId} is {status}',
    'a user with status {status} exists',
    'a party with status {status} exists',
  ],
  parameters: {
    status: { type: 'text', description: 'Of the account.', choices: ['ACTIVE', 'INACTIVE', 'BLOCKED'] },
    partyId: ANY_PARTY_ID,
    provider: FROM_PROVIDER,
  },
  async setUp(sandbox, { status, partyId, provider }) {
    const party = await ensureParty(sandbox, { partyId });
    await sandbox.world.changeParty(party.partyId, { status });
    await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
