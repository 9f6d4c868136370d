/** `start` for people: the banner with addresses, credentials and a command to try. */

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { idEmulator } from './id-emulator.js';
import { SpawnedProcess } from './spawned-process.js';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

test('the curl line of the banner returns the users when a shell runs it', async ({ skip }) => {
  skip(!HAS_CURL, 'curl is not installed');
  await using command = idEmulator(['start', '--port', '0']);
  expect(await pasted(await command.printed(/^ +curl .*(?=\n)/m))).toHaveProperty('items');
});

test('the curl line of the banner quotes a client secret with special characters of the shell', async ({ skip }) => {
  skip(!HAS_CURL, 'curl is not installed');
  await using command = idEmulator(['start', '--port', '0', '--client-secret', `it's "quoted" & $HOME \`id\` %41+`]);
  expect(await pasted(await command.printed(/^ +curl .*(?=\n)/m))).toHaveProperty('items');
});

/** The output of the command, parsed as JSON. */
async function pasted(line: string): Promise<unknown> {
  await using shell = new SpawnedProcess('sh', ['-c', line], { cwd: import.meta.dirname, env: process.env });
  const { stdout } = await shell.ended;
  return JSON.parse(stdout);
}
