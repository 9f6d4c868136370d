/** `call --curl`: the command that it prints, run by a shell. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startEmulator } from '../../src/start/emulator.js';
import { outcomeOf } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!HAS_CURL).each([
  ['getUsers', 'rate-limit-burst', 'HTTP/1.1 429 Too Many Requests'],
  ['createCredentialsRequest', 'server-error', 'HTTP/1.1 500 Internal Server Error'],
  ['issueToken', 'token-endpoint-down', 'HTTP/1.1 503 Service Unavailable'],
])('the commands of call %s --curl do the same in a shell', async (operation, scenario, expected) => {
  // It has to be quoted for a shell.
  await using emulator = await startEmulator({ clientSecret: `it's "quoted" & $HOME \`id\` %41+` });
  const call = ['call', operation, '--scenario', scenario, '--curl', '--url', emulator.url];
  const { stdout: commands } = await outcomeOf(call);
  expect(emulator.defaultSandbox.requests()).toEqual([]);
  await using shell = new SpawnedProcess('sh', ['-c', commands], { cwd: import.meta.dirname, env: process.env });
  expect((await shell.ended).stdout).toContain(expected);
});
