/** `start` for people: the banner with addresses, credentials and a command to try. */

import { expect, test } from 'vitest';
import { idEmulator } from './id-emulator.js';

test('the banner shows the addresses and the credentials', async () => {
  await using command = idEmulator(['start', '--port', '0', '--client-id', 'acme', '--client-secret', 'open sesame']);
  const url = await command.printed(/http:\/\/127\.0\.0\.1:\d+/);
  await command.printed(/^ +id-emulator call .*$/m);
  const { stdout } = await command.end('SIGTERM');
  expect(stdout).toMatch(new RegExp(`API +${url}/api/v1\n`));
  expect(stdout).toMatch(new RegExp(`token URL +${url}/oauth/token\n`));
  expect(stdout).toMatch(/client ID +acme\n/);
  expect(stdout).toMatch(/client secret +open sesame\n/);
});
