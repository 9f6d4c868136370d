import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty, valuesOf } from '../world/ensure-party.js';
import { findByHandle } from '../world/find-by-handle.js';
import { ANY_PARTY_ID, FROM_PROVIDERS } from '../world/parameters.js';

export const partyWithEmail = defineState({
  name: 'party-with-email',
  group: 'parties',
  summary: 'A party has this e-mail address, and credentials from these providers to be found by it.',
  sentences: [
    'a party with e-mail {email} exists',
    'a party with email {email} exists',
    'a party with the e-mail address {email} exists',
    'a party with the email address {email} exists',
    'a user with email {email} exists',
    'a user with e-mail {email} exists',
    'party {partyId} has the e-mail {email}',
    'party {partyId} has the email {email}',
    'party {partyId} has the email address {email}',
  ],
  parameters: {
    email: { type: 'text', description: "The e-mail address of the party's account." },
    partyId: ANY_PARTY_ID,
    providers: { ...FROM_PROVIDERS, default: ['GITHUB'] },
  },
  async setUp(sandbox, { email, partyId, providers }) {
    const [known] = partyId === undefined ? await findByHandle(sandbox, email) : [];
    const party = await ensureParty(sandbox, { partyId: partyId ?? known?.partyId, email });
    for (const provider of providers) await ensureDisclosed(sandbox, party.partyId, provider);
    return { values: valuesOf(await sandbox.world.party(party.partyId)) };
  },
});
