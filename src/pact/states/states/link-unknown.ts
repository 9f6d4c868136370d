import { defineState } from '../define-state.js';
import { LINK_TOKEN } from '../world/parameters.js';

export const linkUnknown = defineState({
  name: 'link-unknown',
  group: 'verification links',
  summary: 'There is no such verification link: the check answers 404.',
  sentences: [
    'the verification token {token} is unknown',
    'the verification token {token} does not exist',
    'the verification token {token} was never issued',
    'the link token {token} is unknown',
    'the verification link {token} does not exist',
    'the verification token is unknown',
  ],
  parameters: { token: LINK_TOKEN },
  scenarios: ['check-token-unknown'],
  async setUp(sandbox) {
    await sandbox.use('check-token-unknown');
  },
});
