import { InvalidArgumentError, connect, idSdk, type ConnectConfig } from 'id-emulator/client';
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

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'clientId must be a non-empty, well-formed string'],
  ['no client ID', { ...GOOD, clientId: undefined }, 'clientId must be a non-empty, well-formed string'],
  ['an empty client secret', { ...GOOD, clientSecret: '' }, 'clientSecret must be a non-empty, well-formed string'],
  ['an unknown network', { ...GOOD, network: 'testnet' }, 'network must be devnet or mainnet, not testnet'],
  [
    'no base URL',
    { ...GOOD, baseUrl: undefined },
    'baseUrl or ID_SDK_MAINNET_BASE_URL must be an HTTP URL without user and fragment',
  ],
  [
    'no token URL',
    { ...GOOD, tokenUrl: undefined, network: 'devnet' },
    'tokenUrl or ID_SDK_DEVNET_TOKEN_URL must be an HTTP URL without user and fragment',
  ],
  [
    'an address that is none',
    { ...GOOD, baseUrl: '127.0.0.1' },
    'baseUrl or ID_SDK_MAINNET_BASE_URL must be an HTTP URL without user and fragment',
  ],
  [
    'an address of another protocol',
    { ...GOOD, tokenUrl: 'ftp://a/' },
    'tokenUrl or ID_SDK_MAINNET_TOKEN_URL must be an HTTP URL without user and fragment',
  ],
  [
    'an address with a password',
    { ...GOOD, baseUrl: 'http://a:b@c' },
    'baseUrl or ID_SDK_MAINNET_BASE_URL must be an HTTP URL without user and fragment',
  ],
  ['a timeout of nothing', { ...GOOD, timeout: 0 }, 'timeout must be a number from 1 on, not 0'],
  ['a timeout in words', { ...GOOD, timeout: '5s' }, 'timeout must be a number from 1 on, not 5s'],
  ['fewer retries than none', { ...GOOD, retries: -1 }, 'retries must be a number from 0 on, not -1'],
  ['a fetch that is none', { ...GOOD, fetch: 'node-fetch' }, 'fetch must be a function, not node-fetch'],
  ['a hook that is none', { ...GOOD, onRetry: 1 }, 'onRetry must be a function, not 1'],
])('connect rejects %s', async (_, config, message) => {
  const failure = await failureOf(idSdk.connect(config as ConnectConfig));
  expect(failure).toBeInstanceOf(InvalidArgumentError);
  expect(failure.message).toBe(message);
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
