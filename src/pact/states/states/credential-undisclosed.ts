import { defineState } from '../define-state.js';
import { withdraw } from '../world/disclosure.js';
import { ensureCredential, valuesOfCredential } from '../world/ensure-credential.js';
import { ANY_CONTRACT_ID, ANY_PARTY_ID, FROM_PROVIDER } from '../world/parameters.js';

export const credentialUndisclosed = defineState({
  name: 'credential-undisclosed',
  group: 'credentials',
  summary: 'A party holds the credential, but the institution may not see it.',
  sentences: [
    'credential {contractId} is not disclosed',
    'contract {contractId} is not disclosed',
    'credential {contractId} of party {partyId} is not disclosed',
    'party {partyId} has not disclosed credential {contractId}',
    'an undisclosed credential exists',
  ],
  parameters: { contractId: ANY_CONTRACT_ID, partyId: ANY_PARTY_ID, provider: FROM_PROVIDER },
  async setUp(sandbox, wanted) {
    const credential = await ensureCredential(sandbox, wanted);
    const party = await sandbox.world.party(credential.partyId);
    await withdraw(sandbox, party, {
      but: party.requests.map(({ provider }) => provider).filter((provider) => provider !== credential.provider),
    });
    return { values: await valuesOfCredential(sandbox, credential) };
  },
});
