/** An emulator with options, and an additional fixture. */

import { emulatorTest } from 'id-emulator/vitest';
import { InstitutionClient } from '../src/institution-client.js';

const test = emulatorTest({ seed: 7, fixture: 'users-25' }).extend<{ client: InstitutionClient }>({
  client: async ({ sandbox }, use) => {
    await use(new InstitutionClient(sandbox));
  },
});

test('the client reads 25 users in three pages', async ({ client, sandbox, expect }) => {
  for await (const user of client.users(10)) expect(user.fullName).not.toBe('');
  expect(sandbox.requests({ operation: 'getUsers' })).toHaveLength(3);
});
