/** The packed package in a few seconds, on the Node.js that runs it: command and signal, library, fixtures. */

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWithoutSettings, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { tokenOf } from '../institution.js';
import { PROJECT } from '../project.js';
import { installPackage, output } from './installed-package.js';

let folder: string;
let consumer: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id-emulator-smoke-'));
  ({ consumer } = await installPackage(folder));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the command serves users, and ends on %s with exit code 0',
  async (signal) => {
    await using command = new SpawnedProcess(
      'node_modules/.bin/id-emulator',
      ['start', '--port', '0', '--log', 'json'],
      {
        cwd: consumer,
        env: environmentWithoutSettings(),
      },
    );
    const emulator = await readyLine(command);
    const headers = { Authorization: `Bearer ${await tokenOf(emulator)}` };
    const users = await fetch(`${emulator.apiUrl}/institutions/me/users?limit=3`, { headers });
    expect(await users.json()).toMatchObject({ items: [{}, {}, {}] });
    expect(await command.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
  },
);

const USE = `
  const emulator = await startEmulator();
  const { clientId, clientSecret, url, tokenUrl } = emulator;
  const connection = await idSdk.connect({ clientId, clientSecret, baseUrl: url, tokenUrl });
  console.log((await connection.getUsers()).items.length);
  await emulator.close();`;

test.each([
  [
    'imported',
    'use.mjs',
    `import { startEmulator } from 'id-emulator'; import { idSdk } from 'id-emulator/client'; ${USE}`,
  ],
  [
    'required',
    'use.cjs',
    `const { startEmulator } = require('id-emulator'); const { idSdk } = require('id-emulator/client'); (async () => {${USE}})();`,
  ],
])('the library and the client can be %s', async (_, file, program) => {
  await writeFile(join(consumer, file), program);
  expect(await output(consumer, process.execPath, [file])).toBe('10\n');
});

test('the fixture for node:test gives a test its sandbox', async () => {
  const program = `
    import { test } from 'node:test';
    import { openSandbox } from 'id-emulator/node-test';
    test('throttled', async (t) => {
      const sandbox = await openSandbox(t);
      sandbox.use('rate-limit-burst');
      t.diagnostic(\`sandbox \${sandbox.name}\`);
    });`;
  await writeFile(join(consumer, 'sandbox.test.mjs'), program);
  const printed = await output(consumer, process.execPath, ['--test', '--test-reporter=tap', 'sandbox.test.mjs']);
  expect(printed).toContain('# sandbox throttled');
  expect(printed).toContain('# pass 1\n');
});

test('the fixture for Vitest gives a test its sandbox', async () => {
  const program = `
    import { expect } from 'vitest';
    import { test } from 'id-emulator/vitest';
    test('throttled', ({ sandbox }) => {
      sandbox.use('rate-limit-burst');
      expect(sandbox.name).toContain('throttled');
    });`;
  await writeFile(join(consumer, 'sandbox.spec.mjs'), program);
  await symlink(join(PROJECT, 'node_modules/vitest'), join(consumer, 'node_modules/vitest'), 'junction');
  const vitest = join(consumer, 'node_modules/vitest/vitest.mjs');
  const printed = await output(consumer, process.execPath, [vitest, 'run', 'sandbox.spec.mjs', '--reporter=tap-flat']);
  expect(printed).toMatch(/^ok 1 .*throttled/m);
});
