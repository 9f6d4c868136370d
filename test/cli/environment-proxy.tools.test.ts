/** Proxies in the environment: no call to this machine goes through one, whether a command or its child makes it. */

import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type Emulator } from '../../src/start/emulator.js';
import { listening, type Listening } from '../listening.js';
import { spawnedEmulator } from './id-emulator.js';

let proxy: Listening;
let emulator: Emulator;
let variables: Record<string, string>;
const received: string[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  proxy = await listening(
    createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      response.writeHead(502).end();
    }),
  );
  const address = `http://user:password-of-proxy@${proxy.host}`;
  variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, http_proxy: address, NO_PROXY: '', no_proxy: '' };
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await emulator.close();
});

test.each([
  ['wait', ['wait']],
  ['journal', ['journal', '--json']],
  ['judge', ['judge', '--allow-empty']],
  ['clock', ['clock', 'show']],
  ['sandbox', ['sandbox', 'list']],
])('%s reaches an emulator on this machine', async (_, parameters) => {
  received.length = 0;
  await using command = spawnedEmulator([...parameters, '--url', emulator.url], { env: variables });
  expect(await command.ended).toMatchObject({ code: 0, stderr: '' });
  expect(received).toEqual([]);
});

/** Asks the emulator by `fetch`, which obeys the variables where Node.js can, and prints its own. */
const CHILD = `
  const { status } = await fetch(process.env.ID_EMULATOR_URL + '/_emulator/health');
  const { no_proxy, NO_PROXY } = process.env;
  console.log(JSON.stringify({ status, no_proxy, NO_PROXY }));
`;

test.each(['NO_PROXY', 'no_proxy'])('a command of exec reaches the emulator, and keeps its own %s', async (name) => {
  received.length = 0;
  const env = { ...variables, [name]: 'example.com' };
  const child = ['exec', '--log', 'silent', '--', process.execPath, '--input-type=module', '--eval', CHILD];
  await using command = spawnedEmulator(child, { env });
  const { code, stdout } = await command.ended;
  expect(code).toBe(0);
  const list = 'example.com,localhost,.localhost,127.0.0.1,127.0.0.0/8,::1,[::1]';
  expect(JSON.parse(stdout)).toEqual({ status: 200, no_proxy: list, NO_PROXY: list });
  expect(received).toEqual([]);
});

test.each([
  ['names the proxy without its password, and the variable', '', '(http_proxy)'],
  ['leaves open what NO_PROXY excepts', 'example.com', '(http_proxy, unless NO_PROXY excepts it)'],
])('the error of a call through a proxy %s', async (_, NO_PROXY, named) => {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const parameters = ['wait', '--timeout', '0.01', '--url', 'http://emulator.invalid:4010'];
  await using command = spawnedEmulator(parameters, { env: { ...variables, no_proxy: NO_PROXY, NO_PROXY } });
  const { code, stderr } = await command.ended;
  expect(code).toBe(1);
  expect(stderr).not.toContain('password-of-proxy');
  expect(stderr.includes(` through the proxy http://${proxy.host} ${named}`)).toBe(major >= 24);
});
