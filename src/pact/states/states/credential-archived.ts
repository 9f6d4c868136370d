import { defineState } from '../define-state.js';
import { ensureStanding, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialArchived = defineState({
  name: 'credential-archived',
  group: 'credentials',
  summary: 'A credential was put away by its party; it is listed no more, but links to it show it.',
  sentences: [
    'credential {contractId} is archived',
    'contract {contractId} is archived',
    'credential {contractId} has been archived',
    'credential {contractId} of party {partyId} is archived',
    'credential {contractId} of party {partyId} has been archived',
    'party {partyId} has an archived credential',
    'an archived credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    return { values: await valuesOfCredential(sandbox, await ensureStanding(sandbox, wanted, 'archived')) };
  },
});
