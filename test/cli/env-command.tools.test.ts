/** `env`: lines that a shell evaluates. */

import { expect, test } from 'vitest';
import { outcomeOf } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';

test('a shell reads back a client secret with quotes and spaces', async () => {
  const secret = `it's "quoted" & $HOME \`id\` \\ *`;
  const { stdout } = await outcomeOf(['env'], { env: { ID_EMULATOR_CLIENT_SECRET: secret } });
  await using shell = new SpawnedProcess('sh', ['-c', 'eval "$1"; printf %s "$ID_SDK_CLIENT_SECRET"', 'sh', stdout], {
    cwd: import.meta.dirname,
    env: process.env,
  });
  expect(await shell.ended).toMatchObject({ code: 0, stdout: secret, stderr: '' });
});
