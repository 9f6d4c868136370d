/** The Pact verifier does not obey the variables of Pact in the environment of the command. */

import { expect, test } from 'vitest';
import { spawnedEmulator } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { pactV3, usersInteraction } from '../../pact/pact-documents.js';
import { fakeBroker } from '../broker/fake-broker.js';

const PACT = pactV3([
  usersInteraction(200, { description: 'users' }),
  usersInteraction(200, { description: 'users again', providerStates: [{ name: 'users exist' }] }),
]);

test('PACT_* variables and proxies reach no verifier: no broker is asked, no interaction is left out', async () => {
  await using broker = await fakeBroker();
  await using folder = await temporaryFolder({ 'a.json': PACT });
  await using command = spawnedEmulator(['verify', 'a.json'], {
    cwd: folder.path,
    env: {
      PACT_BROKER_BASE_URL: broker.url,
      PACT_BROKER_TOKEN: 'token',
      PACT_DESCRIPTION: 'another interaction',
      PACT_PROVIDER_STATE: 'another state',
      PACT_PROVIDER_NO_STATE: 'TRUE',
      HTTP_PROXY: 'http://127.0.0.1:9',
      NODE_OPTIONS: '--no-warnings',
    },
  });
  const { code, stdout } = await command.ended;
  expect(stdout).toMatch(/\n✓ 2 passed, 0 failed\n/);
  expect(code).toBe(0);
  expect(broker.requests).toEqual([]);
});
