/** An emulator with options, and an additional fixture. */

import { emulatorTest } from 'id-emulator/vitest';
import { InstitutionClient } from '../src/institution-client.js';

const test = emulatorTest({ seed: 7, population: 0 }).extend<{ client: InstitutionClient }>({
  client: async ({ sandbox }, use) => {
    await use(new InstitutionClient(sandbox));
  },
});

test('the client reads an institution with a single page of users', async ({ client, sandbox, expect }) => {
  for await (const user of client.users()) expect(user.fullName).not.toBe('');
  expect(sandbox.requests({ operation: 'getUsers' })).toHaveLength(1);
});
