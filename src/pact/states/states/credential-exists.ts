import { defineState } from '../define-state.js';
import { ensureGoodCredential, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialExists = defineState({
  name: 'credential-exists',
  group: 'credentials',
  summary: 'A credential is active, disclosed to the institution, and can be linked.',
  sentences: [
    'credential {contractId} exists',
    'contract {contractId} exists',
    'credential {contractId} of party {partyId} exists',
    'contract {contractId} of party {partyId} exists',
    'party {partyId} holds credential {contractId}',
    'party {partyId} has a {provider} credential {contractId}',
    'credential {contractId} is disclosed',
    'contract {contractId} is disclosed',
    'contract {contractId} can be linked',
    'a credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    return { values: await valuesOfCredential(sandbox, await ensureGoodCredential(sandbox, wanted)) };
  },
});
