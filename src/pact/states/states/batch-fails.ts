import { defineState } from '../define-state.js';

export const batchFails = defineState({
  name: 'batch-fails',
  group: 'failures',
  summary: 'In a batch of links every item fails, and the answer is 200 all the same.',
  sentences: [
    'the batch fails',
    'every link of the batch fails',
    'all links of the batch fail',
    'a batch of links fails',
  ],
  parameters: {},
  scenarios: ['batch-total-failure'],
  async setUp(sandbox) {
    await sandbox.use('batch-total-failure');
  },
});
