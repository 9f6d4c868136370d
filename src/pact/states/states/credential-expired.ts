import { defineState } from '../define-state.js';
import { ensureStanding, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialExpired = defineState({
  name: 'credential-expired',
  group: 'credentials',
  summary: 'The expiration date of a credential has passed; it is still listed.',
  sentences: [
    'credential {contractId} is expired',
    'contract {contractId} is expired',
    'credential {contractId} has expired',
    'credential {contractId} of party {partyId} is expired',
    'credential {contractId} of party {partyId} has expired',
    'party {partyId} has an expired credential',
    'an expired credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    return { values: await valuesOfCredential(sandbox, await ensureStanding(sandbox, wanted, 'expired')) };
  },
});
