import { defineState } from '../define-state.js';
import { ensureDisclosed } from '../world/disclosure.js';
import { ensureParty } from '../world/ensure-party.js';

export const usersExist = defineState({
  name: 'users-exist',
  group: 'lists',
  summary: 'There are users, credentials and human scores, as there always are in a sandbox that is not emptied.',
  sentences: [
    'users exist',
    'parties exist',
    'credentials exist',
    'human scores exist',
    'there are users',
    'there are credentials',
    'there are human scores',
    'the institution has users',
    'the institution exists',
    'the service is available',
  ],
  parameters: {},
  async setUp(sandbox) {
    const { total } = await sandbox.world.parties({ limit: 1 });
    if (total === 0) await ensureDisclosed(sandbox, (await ensureParty(sandbox, {})).partyId, 'GITHUB');
  },
});
