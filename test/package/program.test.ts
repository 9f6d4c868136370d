/** The program without Node.js, in the root of a system that has the libraries which docs/install.md lists, and nothing else. */

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWithoutSettings, MAIN, readyLine } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { openBrowser } from '../browser.js';
import { tokenOf } from '../institution.js';
import { PROJECT } from '../project.js';
import { environmentOfNpm, output } from './installed-package.js';
import {
  ARCHIVE,
  canChangeRoot,
  fillRoot,
  linesOf,
  listedLibraries,
  PROGRAM,
  programIn,
  withLibraries,
} from './program.js';

const START = ['start', '--port', '0', '--log', 'json'];
const isTested = process.platform === 'linux' && process.arch === 'x64';

let root: string;
let followed: string;
beforeAll(async () => {
  if (!isTested) return;
  root = await mkdtemp(join(tmpdir(), 'id-emulator-root-'));
  await using home = await temporaryFolder();
  const env = environmentOfNpm();
  const cache = await output(PROJECT, 'npm', ['config', 'get', 'cache']);
  const parameters = ['-e', '-c', linesOf('The program')];
  await using lines = new SpawnedProcess('sh', parameters, {
    cwd: PROJECT,
    env: { ...env, HOME: home.path, npm_config_cache: cache.trim() },
  });
  const { code, stdout, stderr } = await lines.ended;
  if (code !== 0) throw new Error(`the lines of docs/install.md fail: ${stderr}`);
  followed = stdout;
  const listed = listedLibraries();
  await fillRoot(
    root,
    withLibraries(PROGRAM).filter((file) => listed.includes(basename(file))),
  );
}, 300_000);
afterAll(async () => {
  if (isTested) await rm(root, { recursive: true, force: true });
});

const testProgram = test.skipIf(!isTested);
const testInRoot = test.skipIf(!isTested || !canChangeRoot);

/** What the program prints on this system. */
async function printed(parameters: readonly string[], cwd = tmpdir()): Promise<object> {
  await using command = new SpawnedProcess(PROGRAM, parameters, { cwd, env: environmentWithoutSettings() });
  return await command.ended;
}

testProgram('the lines of docs/install.md build the program, and run it', () => {
  expect(followed).toMatch(/"status":"ok"/);
});

testInRoot('the program serves users and the first failure, and ends on Ctrl-C with exit code 0', async () => {
  await using command = programIn(root, START);
  const emulator = await readyLine(command);
  const users = `${emulator.apiUrl}/institutions/me/users?limit=3`;
  const headers = { Authorization: `Bearer ${await tokenOf(emulator)}` };
  const failed = await fetch(users, { headers: { ...headers, 'Emulator-Scenario': 'rate-limit-burst;burst=1' } });
  expect(failed.status).toBe(429);
  expect(await (await fetch(users, { headers })).json()).toMatchObject({ items: [{}, {}, {}] });
  expect(await command.end('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' });
});

testInRoot('the program runs curl with the address of the emulator', async () => {
  await using withCurl = await temporaryFolder();
  await fillRoot(withCurl.path, [
    ...withLibraries(PROGRAM).slice(1),
    ...withLibraries('/usr/bin/curl'),
    ...withLibraries('/bin/sh'),
  ]);
  const call = ['/bin/sh', '-c', '/usr/bin/curl --silent "$ID_EMULATOR_URL/_emulator/health"'];
  await using command = programIn(withCurl.path, ['exec', '--port', '0', '--', ...call]);
  const { code, stdout, stderr } = await command.ended;
  expect({ code, answer: JSON.parse(stdout) as object }, stderr).toMatchObject({ code: 0, answer: { status: 'ok' } });
});

testInRoot('the inspector of the program shows an exchange in a browser', async () => {
  await using command = programIn(root, START);
  const emulator = await readyLine(command);
  await tokenOf(emulator);
  await using browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(emulator.url);
  await page.getByText('/oauth/token').first().waitFor();
});

testInRoot('a store in a folder has the sandboxes of a program that was killed', async () => {
  const opened = async (url: string): Promise<{ id: string }> =>
    (await fetch(`${url}/_emulator/sandboxes`, { method: 'POST' })).json() as Promise<{ id: string }>;
  const statusOf = async (url: string, id: string): Promise<number> =>
    (await fetch(`${url}/_emulator/sandboxes/${id}`)).status;
  await using killed = programIn(root, [...START, '--store', '/data']);
  const { url } = await readyLine(killed);
  const { id } = await opened(url);
  await killed.end('SIGKILL');
  await using command = programIn(root, [...START, '--store', '/data']);
  const again = await readyLine(command);
  expect(await statusOf(again.url, id)).toBe(200);
  expect(await statusOf(again.url, 'another')).toBe(404);
  expect(await command.end('SIGTERM')).toMatchObject({ code: 0 });
});

testProgram('the program has at most 130 MB, and 47 MB to download', async () => {
  expect((await stat(PROGRAM)).size).toBeLessThanOrEqual(130e6);
  expect((await stat(ARCHIVE)).size).toBeLessThanOrEqual(47e6);
});

testProgram.each([
  [['--version']],
  [['--help']],
  [['env']],
  [['fidelity']],
  [['scenarios', 'list']],
  [['scenarios', 'show', 'token-expired']],
  [['states', 'list']],
  [['inspect', 'no-bundle.json']],
  [['judge', '--url', 'http://127.0.0.1:1']],
  [['exec', '--revision', '2026-04', '--port', '0', '--', 'no-such-command']],
])('the program prints what the package prints: %j', async (parameters) => {
  await using command = new SpawnedProcess(process.execPath, [MAIN, ...parameters], {
    cwd: tmpdir(),
    env: environmentWithoutSettings(),
  });
  const withoutPort = (outcome: object): string => JSON.stringify(outcome).replaceAll(/127\.0\.0\.1:\d+/g, '');
  expect(withoutPort(await printed(parameters))).toBe(withoutPort(await command.ended));
});

testProgram('an audit by the program knows the tests of Node.js, and leaves no file behind', async () => {
  await using folder = await temporaryFolder({
    'client.test.mjs': `
      import { test } from 'node:test';
      test('reads the users', async () => {
        const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: url } = process.env;
        const form = { client_id: 'demo-institution', client_secret: 'demo-secret', grant_type: 'client_credentials' };
        const { access_token } = await (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).json();
        await fetch(api + '/institutions/me/users', { headers: { Authorization: 'Bearer ' + access_token } });
      });`,
    'tmp/.keep': '',
  });
  await using audit = new SpawnedProcess(
    PROGRAM,
    ['audit', '--only', 'reads the users', '--list', '--', process.execPath, '--test'],
    { cwd: folder.path, env: { ...environmentWithoutSettings(), TMPDIR: join(folder.path, 'tmp') } },
  );
  const { code, stderr } = await audit.ended;
  // It refuses the name of a test that it does not know.
  expect(code, stderr).toBe(0);
  expect(await readdir(join(folder.path, 'tmp'))).toEqual(['.keep']);
});

testProgram('agents read the pages of the program, and let it audit', async () => {
  const environment = { cwd: tmpdir(), env: environmentWithoutSettings(), stdin: 'pipe' as const };
  await using command = new SpawnedProcess(PROGRAM, ['mcp'], environment);
  const call = (id: number, name: string, parameters: object): void => {
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: parameters } };
    command.stdin!.write(`${JSON.stringify(message)}\n`);
  };
  call(1, 'docs', { page: 'docs/install.md' });
  expect(await command.printed(/^.*"id":1\b.*\n/m)).toContain('# Install');
  call(2, 'audit', { command: ['true'] });
  expect(await command.printed(/^.*"id":2\b.*\n/m)).toContain('the command sent no request to the emulator');
});

testProgram('verify names what the program does not hold, and where it is, in one line', async () => {
  const outcome = await printed(['verify', 'pact.json']);
  expect(outcome).toMatchObject({ stdout: '' });
  expect((outcome as { stderr: string }).stderr).toMatch(
    /^id-emulator: .*@pact-foundation\/pact.*docs\/install\.md.*\n$/,
  );
});
