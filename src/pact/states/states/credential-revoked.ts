import { defineState } from '../define-state.js';
import { ensureStanding, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialRevoked = defineState({
  name: 'credential-revoked',
  group: 'credentials',
  summary: 'A credential has been revoked by its provider; it is still listed.',
  sentences: [
    'credential {contractId} is revoked',
    'contract {contractId} is revoked',
    'credential {contractId} has been revoked',
    'credential {contractId} of party {partyId} is revoked',
    'credential {contractId} of party {partyId} has been revoked',
    'party {partyId} has a revoked credential',
    'a revoked credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    return { values: await valuesOfCredential(sandbox, await ensureStanding(sandbox, wanted, 'revoked')) };
  },
});
