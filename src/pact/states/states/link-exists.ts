import { defineState } from '../define-state.js';
import { ensureGoodCredential } from '../world/ensure-credential.js';
import { giveLink } from '../world/give-link.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const linkExists = defineState({
  name: 'link-exists',
  group: 'verification links',
  summary: 'A verification link for a credential exists; its token is the state value `token`.',
  sentences: [
    'a link token for {contractId} exists',
    'a verification link for {contractId} exists',
    'a verification token for {contractId} exists',
    'a verification link for contract {contractId} exists',
    'a verification link for credential {contractId} exists',
    'a verification link exists',
    'a verification token exists',
    'a link token exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  setUp: async (sandbox, wanted) => giveLink(sandbox, await ensureGoodCredential(sandbox, wanted), {}),
});
