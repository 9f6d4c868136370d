/** `--tls` and the files around it. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { spawnedEmulator } from './id-emulator.js';

test('exec --tls makes the command trust the emulator, and removes its files', async () => {
  const source = `
    const { ID_EMULATOR_URL: url, ID_EMULATOR_AUTHORITY: file } = process.env;
    const { status } = await fetch(url + '/_emulator/health');
    console.log(url.slice(0, 6), status, file);`;
  const command = [process.execPath, '--input-type=module', '--eval', source];
  await using running = spawnedEmulator(['exec', '--tls', '--log', 'silent', '--', ...command]);
  const { code, stdout, stderr } = await running.ended;
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^https: 200 \//);
  expect(code).toBe(0);
  await expect(readFile(stdout.trim().split(' ')[2]!)).rejects.toThrow('ENOENT');
});
