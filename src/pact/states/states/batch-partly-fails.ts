import { defineState } from '../define-state.js';
import { ensureGoodCredential } from '../world/ensure-credential.js';

export const batchPartlyFails = defineState({
  name: 'batch-partly-fails',
  group: 'failures',
  summary:
    'In a batch of links the items of these contracts fail, although the credentials exist; without contracts, half of the items.',
  sentences: [
    'the batch partially fails',
    'the batch partly fails',
    'a batch of links partially fails',
    'the batch fails for {contractIds}',
    'the batch partially fails for {contractIds}',
    'links for {contractIds} cannot be generated',
    'the links of contracts {contractIds} fail',
  ],
  parameters: {
    contractIds: { type: 'list', description: 'The contract IDs of the items that fail.', optional: true },
  },
  scenarios: ['batch-partial-failure'],
  async setUp(sandbox, { contractIds }) {
    for (const contractId of contractIds ?? []) await ensureGoodCredential(sandbox, { contractId, provider: 'GITHUB' });
    await sandbox.use('batch-partial-failure', contractIds === undefined ? {} : { contracts: [...contractIds] });
  },
});
