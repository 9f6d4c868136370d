/** `exec`: an emulator for one command, with the command's own streams, signals and exit code. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { spawnedEmulator } from './id-emulator.js';
import type { Outcome } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** The parameters that run a module of Node.js beside an emulator. */
function execOf(flags: readonly string[], source: string): string[] {
  const program = source.includes('fetch(') ? `${WITH_QUICK_FETCH}\n${source}` : source;
  return ['exec', ...flags, '--', process.execPath, '--input-type=module', '--eval', program];
}

/** Runs the module in a process of its own, as a user does. */
async function execModule(flags: readonly string[], source: string): Promise<Outcome> {
  await using running = spawnedEmulator(execOf(flags, source));
  return await running.ended;
}

test('the command reaches the emulator by its environment, under our names and those of the client library', async () => {
  const { code, stdout } = await execModule(
    [],
    `const { ID_EMULATOR_URL, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET, ...others } = process.env;
    const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
    const { status } = await fetch(ID_EMULATOR_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) });
    console.log(status, others.ID_EMULATOR_API_URL === ID_EMULATOR_URL + '/api/v1', others.ID_SDK_DEVNET_BASE_URL === ID_EMULATOR_URL);`,
  );
  expect(stdout).toBe('200 true true\n');
  expect(code).toBe(0);
});

test('--env gives the command variables under its own names', async () => {
  const { stdout } = await execModule(
    ['--env', 'IDENTITY_URL={apiUrl}', '--env', 'IDENTITY_LOGIN={clientId}:{clientSecret}'],
    'console.log(process.env.IDENTITY_URL === process.env.ID_EMULATOR_API_URL, process.env.IDENTITY_LOGIN);',
  );
  expect(stdout).toBe('true demo-institution:demo-secret\n');
});

test('the exit code is that of the command, and standard output belongs to it', async () => {
  const { code, stdout, stderr } = await execModule([], 'console.log("out"); process.exit(7);');
  expect(code).toBe(7);
  expect(stdout).toBe('out\n');
  expect(stderr).toMatch(/^id-emulator: listens on http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('arguments after the command are its own, also without two hyphens', async () => {
  await using running = spawnedEmulator(['exec', '--log', 'silent', process.execPath, '--print', '1 + 1']);
  expect(await running.ended).toMatchObject({ code: 0, stdout: '2\n', stderr: '' });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the command, which decides the exit code',
  async (signal) => {
    const source = `process.on('${signal}', () => process.exit(3)); setInterval(() => undefined, 1000); console.log('ready');`;
    await using running = spawnedEmulator(['exec', '--', process.execPath, '--eval', source]);
    await running.printed(/ready/);
    expect(await running.end(signal)).toMatchObject({ code: 3, stdout: 'ready\n' });
  },
);

test('a command that a signal ended gives 128 and the number of the signal, as in a shell', async () => {
  const { code } = await execModule([], 'process.kill(process.pid, "SIGKILL");');
  expect(code).toBe(137);
});

test('an emulator that the command starts itself accepts the variables', async () => {
  await using running = spawnedEmulator(
    [
      'exec',
      '--log',
      'silent',
      '--',
      process.execPath,
      '--eval',
      `
      const { spawnSync } = require('node:child_process');
      const { status } = spawnSync(process.execPath, [process.env.MAIN, 'env'], { stdio: 'inherit' });
      process.exit(status);`,
    ],
    { env: { MAIN: join(import.meta.dirname, '../../dist/cli/main.js') } },
  );
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  ['the client secret', "'secret=' + ID_EMULATOR_CLIENT_SECRET + ' for'"],
  ['an access token', "'got ' + access_token"],
])('--judge fails a command that passes but prints %s', async (what, printed) => {
  const { code, stderr } = await execModule(
    ['--judge', '--log', 'silent'],
    `const { ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
    const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
    const { access_token } = await (await fetch(ID_EMULATOR_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })).json();
    console.log(${printed});`,
  );
  expect(stderr).toMatch(
    new RegExp(`^id-emulator: the command printed ${what}\\. .* \\(rule no-secret-in-output\\)$`, 'm'),
  );
  expect(stderr).toMatch(new RegExp(`id-emulator: the command passed, but printed ${what}\n$`));
  expect(code).toBe(1);
});

test.each([
  ['--junit alone, without --judge', '--junit', "console.log('secret=' + ID_EMULATOR_CLIENT_SECRET);"],
  ['a line of source', '--judge', "console.log('> 12 |   new Client(' + ID_EMULATOR_CLIENT_SECRET + ')');"],
])('a printed client secret does not fail a command with %s', async (_, flag, print) => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await execModule(
    [flag, ...(flag === '--junit' ? [join(folder.path, 'judge.xml')] : []), '--log', 'silent'],
    `const { ID_EMULATOR_API_URL, ID_EMULATOR_CLIENT_SECRET } = process.env;
    await (await fetch(ID_EMULATOR_API_URL + '/verification/check/unknown')).text();
    ${print}`,
  );
  expect(stderr).not.toContain('the command passed, but');
  expect(code).toBe(0);
});

/** Starts an emulator as a fixture does, and asks for users with an access token in the URL. */
const FIXTURE_WITH_BAD_CLIENT = `
  const { startEmulator } = await import(${JSON.stringify(new URL('../../dist/lib/index.js', import.meta.url).href)});
  const emulator = await startEmulator();
  const sandbox = emulator.sandbox({ name: 'a test with a fixture' });
  const { accessToken } = sandbox.accessToken();
  const headers = { Authorization: 'Bearer ' + accessToken };
  await fetch(sandbox.apiUrl + '/institutions/me/users?access_token=' + accessToken, { headers });
  sandbox.remove();
  await emulator.close();`;

test('--judge judges the emulators that the command starts itself, such as those of fixtures', async () => {
  const { code, stderr } = await execModule(['--judge', '--log', 'silent'], FIXTURE_WITH_BAD_CLIENT);
  expect(stderr).toMatch(/FAIL +no-secret-in-url /);
  expect(stderr).toMatch(/its client breaks rules in .*sandbox \w{8} of "a test with a fixture"\n$/);
  expect(code).toBe(1);
});

test('--fail-on-unused counts requests to the emulators that the command starts itself', async () => {
  expect((await execModule(['--fail-on-unused', '--log', 'silent'], FIXTURE_WITH_BAD_CLIENT)).code).toBe(0);
});
