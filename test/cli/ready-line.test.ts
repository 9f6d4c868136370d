/** `start --log json`: one line that a program can read. */

import { expect, test } from 'vitest';
import { idEmulator, readyLine } from './id-emulator.js';

test('the ready line holds the addresses and the credentials', async () => {
  await using command = idEmulator([
    'start',
    '--port',
    '0',
    '--log',
    'json',
    '--client-id',
    'acme',
    '--client-secret',
    "it's a secret",
  ]);
  const line = await readyLine(command);
  expect(line).toMatchObject({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/) as string,
    apiUrl: `${line.url}/api/v1`,
    tokenUrl: `${line.url}/oauth/token`,
    clientId: 'acme',
    clientSecret: "it's a secret",
  });
});

test('the ready line is the only output of a start', async () => {
  await using command = idEmulator(['start', '--port', '0', '--log', 'json']);
  await readyLine(command);
  const { stdout, stderr } = await command.end('SIGTERM');
  expect(stdout).toMatch(/^\{.*\}\n$/);
  expect(stderr).toBe('');
});

test('the emulator responds as soon as the ready line is printed', async () => {
  await using command = idEmulator(['start', '--port', '0', '--log', 'json']);
  const { url } = await readyLine(command);
  const { status } = await fetch(`${url}/_emulator/health`);
  expect(status).toBe(200);
});
