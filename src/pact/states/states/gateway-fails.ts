import { defineState } from '../define-state.js';
import { EVERY_CALL } from '../world/parameters.js';

const SCENARIOS = { 502: 'bad-gateway', 504: 'gateway-timeout' } as const;

export const gatewayFails = defineState({
  name: 'gateway-fails',
  group: 'failures',
  summary:
    'A gateway in front of the service answers every call with 502 and a page of HTML, or with 504 and a line of text.',
  sentences: [
    'a gateway answers {status}',
    'the gateway answers {status}',
    'the gateway fails with {status}',
    'the gateway fails',
  ],
  parameters: { status: { type: 'text', description: 'What it answers.', choices: ['502', '504'], default: '502' } },
  async setUp(sandbox, { status }) {
    await sandbox.use(SCENARIOS[status], { times: EVERY_CALL });
    return { scenarios: [SCENARIOS[status]] };
  },
});
