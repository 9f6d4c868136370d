import { defineState } from '../define-state.js';
import { ensureGoodCredential } from '../world/ensure-credential.js';
import { giveLink } from '../world/give-link.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN } from '../world/parameters.js';

export const linkValid = defineState({
  name: 'link-valid',
  group: 'verification links',
  summary: 'The verification token that the pact invents is good: a real one is sent in its place.',
  sentences: [
    'the verification token {token} is valid',
    'the verification token {token} exists',
    'verification token {token} for {contractId} exists',
    'verification token {token} for {contractId} is valid',
    'the link token {token} is valid',
    'the verification link {token} is valid',
  ],
  parameters: { token: LINK_TOKEN, contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  setUp: async (sandbox, { token, ...wanted }) =>
    giveLink(sandbox, await ensureGoodCredential(sandbox, wanted), { token }),
});
