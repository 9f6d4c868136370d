/** Caches that hang, pauses that are kept, programs that end, errors that can be read, and arguments of any kind. */

import { expect, test } from 'vitest';
import { output } from '../package/installed-package.js';
import { PROJECT } from '../project.js';
import { startBroken, type ReceivedRequest } from './broken-service.js';

test.each([
  [
    'an aborted call lets the process end at once, while a token request hangs',
    `const controller = new AbortController();
     setTimeout(() => controller.abort(new Error('enough')), 50);
     await connection.getUsers({}, { signal: controller.signal }).catch((error) => console.log(error.message));`,
    ['enough'],
  ],
  [
    'a hung renewal lets the process end at once',
    `await connection.getUsers();
     const { now } = performance;
     performance.now = () => now.call(performance) + 3_575_000;
     await connection.getUsers();
     console.log('done');`,
    ['done'],
  ],
])('%s', async (_, script, lines) => {
  const hangs = ({ nth }: ReceivedRequest) => script.startsWith('const') || nth > 1;
  await using service = await startBroken(() => ({}), {
    issue: (request) => (hangs(request) ? undefined : { body: { access_token: 'token-1', expires_in: 3_600 } }),
  });
  // What keeps a process running without need would do so until the timeout of ten seconds, or longer.
  const program = `
    import { idSdk } from 'id-emulator/client';
    const connection = await idSdk.connect(${JSON.stringify({ ...service.config, timeout: 3_600_000 })});
    const startedAt = Date.now();
    process.on('exit', () => console.log(Date.now() - startedAt < 9_000 ? 'soon' : 'late'));
    ${script}`;
  const printed = await output(PROJECT, process.execPath, ['--input-type=module', '--eval', program]);
  expect(printed.trim().split('\n')).toEqual([...lines, 'soon']);
});
