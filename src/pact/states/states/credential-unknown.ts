import { defineState } from '../define-state.js';
import { withdraw } from '../world/disclosure.js';
import { ifThere } from '../world/if-there.js';
import { CONTRACT_ID } from '../world/parameters.js';

export const credentialUnknown = defineState({
  name: 'credential-unknown',
  group: 'credentials',
  summary:
    'The institution knows no credential with this contract ID, so it can get no link for it: the answer is 404, and in a batch an error of its item.',
  sentences: [
    'credential {contractId} is unknown',
    'contract {contractId} is unknown',
    'credential {contractId} does not exist',
    'contract {contractId} does not exist',
    'no credential {contractId} exists',
    'contract {contractId} cannot be linked',
    'credential {contractId} cannot be linked',
    'no link can be generated for contract {contractId}',
  ],
  parameters: { contractId: CONTRACT_ID },
  async setUp(sandbox, { contractId }) {
    const known = await ifThere(() => sandbox.world.credential(contractId));
    if (known?.disclosed === true) await withdraw(sandbox, await sandbox.world.party(known.partyId));
  },
});
