/** `env`: lines that a shell evaluates. */

import { expect, test } from 'vitest';
import { idEmulator, outcomeOf, readyLine } from './id-emulator.js';

test('the lines name the addresses of the network and the credentials', async () => {
  const { code, stdout, stderr } = await outcomeOf(['env', '--port', '4711', '--network', 'mainnet']);
  expect(stdout.split('\n')).toEqual([
    'export ID_EMULATOR_URL=http://127.0.0.1:4711',
    'export ID_EMULATOR_API_URL=http://127.0.0.1:4711/api/v1',
    'export ID_EMULATOR_TOKEN_URL=http://127.0.0.1:4711/oauth/token',
    'export ID_EMULATOR_CLIENT_ID=demo-institution',
    'export ID_EMULATOR_CLIENT_SECRET=demo-secret',
    'export ID_SDK_MAINNET_BASE_URL=http://127.0.0.1:4711',
    'export ID_SDK_MAINNET_TOKEN_URL=http://127.0.0.1:4711/oauth/token',
    'export ID_SDK_NETWORK=mainnet',
    'export ID_SDK_CLIENT_ID=demo-institution',
    'export ID_SDK_CLIENT_SECRET=demo-secret',
    '',
  ]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('the lines have the addresses of an emulator with the same settings', async () => {
  await using command = idEmulator(['start', '--port', '0', '--log', 'json', '--host', '0.0.0.0']);
  const { url, tokenUrl } = await readyLine(command);
  const { stdout } = await outcomeOf(['env', '--port', new URL(url).port, '--host', '0.0.0.0']);
  expect(stdout).toContain(`BASE_URL=${url}\n`);
  expect(stdout).toContain(`TOKEN_URL=${tokenUrl}\n`);
});

test('the lines have the address in ID_EMULATOR_URL, unless --port names another one', async () => {
  const env = { ID_EMULATOR_URL: 'http://emulator:4999' };
  expect((await outcomeOf(['env'], { env })).stdout).toContain('API_URL=http://emulator:4999/api/v1\n');
  expect((await outcomeOf(['env', '--port', '4711'], { env })).stdout).toContain('_URL=http://127.0.0.1:4711\n');
});

test('with --port 0 the command is rejected, because the address is not known', async () => {
  const { code, stdout, stderr } = await outcomeOf(['env', '--port', '0']);
  expect(stderr).toMatch(/^id-emulator: [^\n]*--port 0[^\n]*\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test.each([
  ['dotenv', `ID_SDK_CLIENT_SECRET="it's \\"secret\\""\n`],
  ['github', `ID_SDK_CLIENT_SECRET=it's "secret"\n`],
  ['powershell', `$env:ID_SDK_CLIENT_SECRET = 'it''s "secret"'\n`],
])('--format %s quotes as its reader expects', async (format, line) => {
  const env = { ID_EMULATOR_CLIENT_SECRET: `it's "secret"` };
  const { code, stdout } = await outcomeOf(['env', '--format', format], { env });
  expect(stdout).toContain(line);
  expect(code).toBe(0);
});

test('--format json prints one object', async () => {
  const { stdout } = await outcomeOf(['env', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ ID_EMULATOR_URL: 'http://127.0.0.1:4010', ID_SDK_NETWORK: 'devnet' });
});
