import { defineState } from '../define-state.js';

const SCENARIOS = { approve: 'request-approved-later', reject: 'request-rejected-later' } as const;

export const requestsAreDecided = defineState({
  name: 'requests-are-decided',
  group: 'requests',
  summary: 'Parties approve, or reject, every credentials request, at once or after a while.',
  sentences: [
    'parties {decision} credentials requests',
    'parties {decision} credentials requests after {after}',
    'users {decision} credentials requests',
    'all parties {decision} credentials requests',
  ],
  parameters: {
    decision: { type: 'text', description: 'What they do.', choices: ['approve', 'reject'] },
    after: { type: 'text', description: 'After how long, by the clock of the sandbox: 30s, PT5M.', default: '0s' },
  },
  async setUp(sandbox, { decision, after }) {
    await sandbox.use(SCENARIOS[decision], { after });
    return { scenarios: [SCENARIOS[decision]] };
  },
});
