import { connect, idSdk, type ConnectConfig } from 'id-emulator/client';
import { afterEach, expect, test, vi } from 'vitest';
import { env } from '../../src/cli/env.js';
import { startEmulator } from '../../src/index.js';
import { failureOf } from './client-under-test.js';

const GOOD: ConnectConfig = {
  clientId: 'a',
  clientSecret: 'b',
  baseUrl: 'http://127.0.0.1:1',
  tokenUrl: 'http://127.0.0.1:1/oauth/token',
};

afterEach(() => {
  vi.unstubAllEnvs();
});

test('addresses come from the variables that "id-emulator env" prints', async () => {
  await using emulator = await startEmulator();
  const printed = env({ port: Number(new URL(emulator.url).port) } as Parameters<typeof env>[0], 'shell');
  for (const [, name, value] of printed.matchAll(/^export (ID_SDK_DEVNET_\w+)='?([^'\n]*)'?$/gm))
    vi.stubEnv(name!, value);
  const connection = await idSdk.connect({
    clientId: emulator.clientId,
    clientSecret: emulator.clientSecret,
    network: 'devnet',
  });
  expect((await connection.getUsers()).items).toHaveLength(10);
});

test('the config overrides the variables', async () => {
  vi.stubEnv('ID_SDK_MAINNET_BASE_URL', 'nonsense');
  await expect(idSdk.connect(GOOD)).resolves.toBeDefined();
});

test('an invalid variable is named', async () => {
  vi.stubEnv('ID_SDK_MAINNET_BASE_URL', 'nonsense');
  expect((await failureOf(idSdk.connect({ ...GOOD, baseUrl: undefined }))).message).toBe(
    'baseUrl or ID_SDK_MAINNET_BASE_URL must be an HTTP URL without user and fragment',
  );
});

test.each(['', '/', '/api/v1', '/api/v1/'])('baseUrl may end with "%s"', async (end) => {
  await using emulator = await startEmulator();
  const { clientId, clientSecret, url, tokenUrl } = emulator;
  const connection = await idSdk.connect({ clientId, clientSecret, tokenUrl, baseUrl: url + end });
  expect((await connection.getUsers()).items).toHaveLength(10);
});

test('connect is exported as a function, too', () => {
  expect(idSdk.connect).toBe(connect);
});
