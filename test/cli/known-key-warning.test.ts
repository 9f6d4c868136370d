/** An emulator that other machines can reach warns its user, unless it has a key of its own and a control token. */

import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { idEmulator, readyLine } from './id-emulator.js';
import { workingFolder } from './temporary-folder.js';

test('people are warned on standard error, in one sentence of the control plane and one of the key', async () => {
  await using command = idEmulator(['start', '--port', '0', '--host', '0.0.0.0']);
  await command.printed(/id-emulator call .*\n/);
  const { stderr } = await command.end('SIGTERM');
  const [control, key, end] = stderr.split('\n');
  expect(control).toMatch(/^id-emulator: machines that reach 0\.0\.0\.0 .* control plane is open; set --control-token/);
  expect(key).toMatch(/^id-emulator: machines that reach 0\.0\.0\.0 .* key .* is public; set --signing-key$/);
  expect(end).toBe('');
});

test('the JSON log warns with a line of JSON for each', async () => {
  await using command = idEmulator(['start', '--port', '0', '--host', '0.0.0.0', '--log', 'json']);
  await readyLine(command);
  for (const flag of ['--control-token', '--signing-key']) {
    const warning: unknown = JSON.parse(
      await command.printed(new RegExp(`^\\{"event":"warning".*${flag}.*\\}(?=\n)`, 'm')),
    );
    expect(warning).toMatchObject({ event: 'warning', message: expect.stringContaining('may') as string });
  }
});

test('with an own key, the warning is about the open control plane alone', async () => {
  await using _folder = await workingFolder({ 'key.pem': ownKey() });
  await using command = idEmulator(['start', '--port', '0', '--host', '0.0.0.0', '--signing-key', 'key.pem']);
  await command.printed(/id-emulator call .*\n/);
  const { stderr } = await command.end('SIGTERM');
  expect(stderr).toContain('--control-token');
  expect(stderr).not.toContain('--signing-key');
});

test('nobody is warned who has a key of their own and a control token', async () => {
  await using _folder = await workingFolder({ 'key.pem': ownKey() });
  const protection = ['--signing-key', 'key.pem', '--control-token', 'open sesame'];
  await using command = idEmulator(['start', '--port', '0', '--host', '0.0.0.0', ...protection]);
  await command.printed(/id-emulator call .*\n/);
  const { stderr } = await command.end('SIGTERM');
  expect(stderr).toBe('');
});

test.each(['127.0.0.1', 'localhost'])('nobody is warned on %s, which others cannot reach', async (host) => {
  await using command = idEmulator(['start', '--port', '0', '--host', host]);
  await command.printed(/id-emulator call .*\n/);
  const { stderr } = await command.end('SIGTERM');
  expect(stderr).toBe('');
});

function ownKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}
