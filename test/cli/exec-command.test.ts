/** `exec`: an emulator for one command, with the command's own streams, signals and exit code. */

import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { idEmulator, outcomeOf } from './id-emulator.js';
import type { Outcome } from './spawned-process.js';
import { temporaryFolder } from './temporary-folder.js';

/** The parameters that run a module of Node.js beside an emulator. */
function execOf(flags: readonly string[], source: string): string[] {
  const program = source.includes('fetch(') ? `${WITH_QUICK_FETCH}\n${source}` : source;
  return ['exec', ...flags, '--', process.execPath, '--input-type=module', '--eval', program];
}

/** Runs a module that prints nothing in this process, which is fast. */
const execQuiet = (flags: readonly string[], source: string): Promise<Outcome> => outcomeOf(execOf(flags, source));

/** Asks for users, with a token that was never issued: a client that breaks a rule of the judge. */
const BAD_CLIENT = `await fetch(process.env.ID_EMULATOR_API_URL + '/institutions/me/users');`;

/** Opens a sandbox over HTTP, breaks a rule in it, and removes it. */
const BAD_CLIENT_IN_REMOVED_SANDBOX = `
  const { ID_EMULATOR_URL: url } = process.env;
  const opened = await fetch(url + '/_emulator/sandboxes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'a test' }),
  });
  const { id, apiUrl } = await opened.json();
  await fetch(apiUrl + '/institutions/me/users', { headers: { 'Emulator-Sandbox': id } });
  await fetch(url + '/_emulator/sandboxes/' + id, { method: 'DELETE' });`;

test('a signal that comes while the emulator starts ends it, without the command', async () => {
  const starting = idEmulator(['exec', '--log', 'silent', '--', process.execPath, '--eval', 'process.exit(3)']);
  expect((await starting.end('SIGTERM')).code).toBe(143);
});

test('--judge fails a run whose command passes but whose client breaks a rule', async () => {
  const { code, stderr } = await execQuiet(['--judge'], BAD_CLIENT);
  expect(stderr).toMatch(/FAIL +token-with-every-call /);
  expect(stderr).toMatch(/id-emulator: the command passed, but its client breaks rules in sandbox default\n$/);
  expect(code).toBe(1);
});

test('--rule lets the judge look at one rule only', async () => {
  expect((await execQuiet(['--judge', '--rule', 'wait-as-told'], BAD_CLIENT)).code).toBe(0);
  const { code, stderr } = await execQuiet(['--judge', '--rule', 'token-with-every-call'], BAD_CLIENT);
  expect([code, stderr.match(/FAIL/g)]).toEqual([1, ['FAIL']]);
});

test('--judge prints the suspected rules of a run that passes', async () => {
  const { code, stderr } = await execQuiet(
    ['--judge'],
    `import { request } from 'node:http';
    const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
    const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
    const { access_token } = await (await fetch(ID_EMULATOR_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })).json();
    const headers = { Authorization: 'Bearer ' + access_token, 'Emulator-Scenario': 'rate-limit-burst;retry-after=60' };
    const call = () => new Promise((resolve) => {
      request(api + '/institutions/me/users', { agent: false, headers }, (res) => res.resume().on('end', resolve)).end();
    });
    for (let count = 0; count < 3; count += 1) await call();`,
  );
  expect(stderr).toMatch(/Came back after .* asked to wait 60 s\..*\n(?:.*\n)+ *not proven: .*\n/);
  expect(stderr).toMatch(/0 broken, 1 suspected/);
  expect(stderr).toMatch(/if one client sends these requests .* --one-client .* they prove wait-as-told broken\n/);
  expect(code).toBe(0);
});

test('--judge says in one line that a client keeps every rule', async () => {
  const { code, stderr } = await execQuiet(
    ['--judge', '--log', 'silent'],
    `const { ID_EMULATOR_TOKEN_URL, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
    const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
    await (await fetch(ID_EMULATOR_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })).text();`,
  );
  expect(stderr).toMatch(
    /^id-emulator: the client in sandbox default: \d+ rules: \d+ followed, 0 broken, 0 suspected, \d+ not seen\n$/,
  );
  expect(code).toBe(0);
});

test('--judge sees what happened in a sandbox that the command removed', async () => {
  await using folder = await temporaryFolder();
  const junit = join(folder.path, 'judge.xml');
  const { code, stderr } = await execQuiet(['--judge', '--junit', junit], BAD_CLIENT_IN_REMOVED_SANDBOX);
  expect(stderr).toMatch(/breaks rules in sandbox \S+ of "a test"\n$/);
  expect(await readFile(junit, 'utf8')).toContain('of &quot;a test&quot;');
  expect(code).toBe(1);
});

test('--judge sees what happened before a reset and before the journal was cleared', async () => {
  const forget = (method: string, path: string): string =>
    `await fetch(process.env.ID_EMULATOR_URL + '/_emulator/sandboxes/default/${path}', { method: '${method}' });`;
  const source = `${BAD_CLIENT}${forget('POST', 'reset')}${BAD_CLIENT}${forget('DELETE', 'journal')}`;
  const { code, stderr } = await execQuiet(['--judge'], source);
  expect(stderr).toMatch(/breaks rules in sandbox default, sandbox default of "default, reset"\n$/);
  expect(code).toBe(1);
});

test('--save keeps a bundle of each sandbox of a run that failed, beside those of earlier runs', async () => {
  await using folder = await temporaryFolder();
  const kept = join(folder.path, 'kept');
  for (const runs of [1, 2]) {
    const { code, stderr } = await execQuiet(['--judge', '--save', kept], BAD_CLIENT);
    expect(stderr).toContain(`a bundle of each sandbox is in ${kept}`);
    expect(code).toBe(1);
    const folders = await readdir(kept);
    expect(folders).toHaveLength(runs);
    const bundle = await readFile(join(kept, folders[0]!, 'bundle.json'), 'utf8');
    expect(JSON.parse(bundle)).toMatchObject({ format: 'id-emulator-bundle' });
  }
});

test('--save leaves nothing behind when the run passes', async () => {
  await using folder = await temporaryFolder();
  const kept = join(folder.path, 'kept');
  expect(await execQuiet(['--save', kept], BAD_CLIENT)).toMatchObject({ code: 0 });
  await expect(access(kept)).rejects.toThrow('ENOENT');
});

test('--judge needs no journal', async () => {
  const { code, stderr } = await execQuiet(['--judge', '--journal-size', '0'], BAD_CLIENT);
  expect(stderr).toMatch(/FAIL +token-with-every-call /);
  expect(code).toBe(1);
});
