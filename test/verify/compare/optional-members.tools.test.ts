/** Members that a consumer requires although the contract calls them optional. */

import { expect, test } from 'vitest';
import { spawnedEmulator } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { AUTHORIZED, pactV3 } from '../../pact/pact-documents.js';

const LIST = { '$.items': { matchers: [{ match: 'type', min: 1 }] } };

const REQUIRES_OPTIONAL = {
  description: 'e-mails of users',
  request: { method: 'GET', path: '/api/v1/institutions/me/users', headers: AUTHORIZED },
  response: {
    status: 200,
    body: { items: [{ email: 'a@example.com' }] },
    matchingRules: { body: { ...LIST, '$.items[*].email': { matchers: [{ match: 'type' }] } } },
  },
};
const OTHER_ARRAY = {
  description: 'credentials of parties, with partyIds[]',
  request: {
    method: 'GET',
    path: '/api/v1/institutions/me/credentials',
    query: { 'partyIds[]': ['party::1'] },
    headers: AUTHORIZED,
  },
  response: { status: 200 },
};

test('optional members and partyIds[] pass with a warning, and fail with --strict', async () => {
  await using folder = await temporaryFolder({ 'a.json': pactV3([REQUIRES_OPTIONAL, OTHER_ARRAY]) });
  await using lenientCommand = spawnedEmulator(['verify', '.'], { cwd: folder.path });
  await using strictCommand = spawnedEmulator(['verify', '.', '--strict'], { cwd: folder.path });
  const [lenient, strict] = await Promise.all([lenientCommand.ended, strictCommand.ended]);
  expect([lenient.code, strict.code]).toEqual([0, 1]);
  expect(lenient.stdout).toContain('without-optional-members');
  expect(lenient.stdout).toMatch(/! request query partyIds\[\]: .*partyIds/);
  expect(strict.stdout).toContain('✗ 0 passed, 2 failed');
  expect(strict.stdout).toMatch(/request query partyIds\[\]: .*partyIds/);
});
