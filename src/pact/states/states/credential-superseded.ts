import { defineState } from '../define-state.js';
import { ensureStanding, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialSuperseded = defineState({
  name: 'credential-superseded',
  group: 'credentials',
  summary: 'A newer credential of the same provider has taken the place of this one; links to it show that.',
  sentences: [
    'credential {contractId} is superseded',
    'contract {contractId} is superseded',
    'credential {contractId} has been superseded',
    'credential {contractId} of party {partyId} is superseded',
    'credential {contractId} of party {partyId} has been superseded',
    'party {partyId} has a superseded credential',
    'a superseded credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    return { values: await valuesOfCredential(sandbox, await ensureStanding(sandbox, wanted, 'superseded')) };
  },
});
