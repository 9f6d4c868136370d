import { defineState } from '../define-state.js';
import { ensureGoodCredential } from '../world/ensure-credential.js';
import { giveLink } from '../world/give-link.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER, LINK_TOKEN } from '../world/parameters.js';

export const linkExpired = defineState({
  name: 'link-expired',
  group: 'verification links',
  summary:
    'The verification link has expired: the check answers 404. A real token of an expired link is sent in the place of the one that the pact invents.',
  sentences: [
    'the verification token {token} has expired',
    'the verification token {token} is expired',
    'the link token {token} has expired',
    'the verification link {token} has expired',
    'the verification token has expired',
    'an expired verification link exists',
  ],
  parameters: { token: LINK_TOKEN, contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  setUp: async (sandbox, { token, ...wanted }) =>
    giveLink(sandbox, await ensureGoodCredential(sandbox, wanted), { token, lifetime: 0 }),
});
