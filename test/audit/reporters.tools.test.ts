/** What test runners tell `audit`: which test sent a request. */

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { spawnedEmulator } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { idsOf } from './job.js';

/** What is called "python3" may be a script that looks for Python at every start. */
const python = spawnSync('python3', ['-c', 'import pytest, sys; print(sys.executable)'], { encoding: 'utf8' });
const PYTHON = python.status === 0 ? python.stdout.trim() : 'python3';

/** Pytest without the plugins of this machine, which take longer to load than all that it does here. */
const PYTEST = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
const WITHOUT_PLUGINS = { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };

test.concurrent('a test of unittest has one client, which logs in once', async () => {
  if (python.status !== 0) return;
  await using folder = await temporaryFolder({
    'test_users.py': `
import json, os, time, unittest, urllib.parse, urllib.request

def login():
    names = ("client_id", "client_secret")
    form = {"grant_type": "client_credentials", **{name: os.environ["ID_EMULATOR_" + name.upper()] for name in names}}
    with urllib.request.urlopen(os.environ["ID_EMULATOR_TOKEN_URL"], urllib.parse.urlencode(form).encode()) as response:
        return json.load(response)["access_token"]

def users():
    url = os.environ["ID_EMULATOR_API_URL"] + "/institutions/me/users?limit=3"
    urllib.request.urlopen(urllib.request.Request(url, headers={"Authorization": "Bearer " + login()})).read()

class UsersTest(unittest.TestCase):
    # The times of two processes tell tests apart that are some milliseconds from each other.
    def setUp(self):
        time.sleep(0.03)

    def test_reads_once(self):
        users()

    def test_reads_twice(self):
        users()
        users()
`,
  });
  const command = [PYTHON, '-m', 'unittest', 'discover', '-s', folder.path];
  await using running = spawnedEmulator(['audit', '--json', '--budget', '2', '--', ...command]);
  const { stdout, stderr } = await running.ended;
  expect(stdout, stderr).not.toBe('');
  expect(idsOf(JSON.parse(stdout) as AuditReport)).toEqual(['without-fault:reuse-token']);
});

/** A login that is refused; the functions of the traceback have the client secret as an argument. @param message of the error */
function refusedLogin(message: string): string {
  return `
import os, urllib.error, urllib.parse, urllib.request

def send(client_id, client_secret):
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
    try:
        urllib.request.urlopen(os.environ["ID_EMULATOR_TOKEN_URL"], urllib.parse.urlencode(form).encode())
    except urllib.error.HTTPError as error:
        raise RuntimeError(${message}) from None

def test_logs_in():
    send(os.environ["ID_EMULATOR_CLIENT_ID"], os.environ["ID_EMULATOR_CLIENT_SECRET"])
`;
}

test.concurrent.each([
  ['in an argument that pytest shows is no finding', 'f"status {error.code}"', []],
  [
    'in a message of the client is one',
    'f"refused: {client_secret}"',
    ['issueToken:lasting-error:misbehaved:no-secret-in-output'],
  ],
])('a secret %s', async (_, message, ids) => {
  if (python.status !== 0) return;
  await using folder = await temporaryFolder({ 'test_login.py': refusedLogin(message) });
  const command = [PYTHON, ...PYTEST, `${folder.path}/test_login.py`];
  const parameters = ['audit', '--json', '--only', 'issueToken:lasting-error', '--', ...command];
  await using running = spawnedEmulator(parameters, { env: WITHOUT_PLUGINS });
  const { stdout, stderr } = await running.ended;
  expect(stdout, stderr).not.toBe('');
  expect(idsOf(JSON.parse(stdout) as AuditReport)).toEqual(ids);
});

test.concurrent('what another test gets is no success of the one that failed', async () => {
  if (python.status !== 0) return;
  const source = await readFile(new URL('consumers/python/test_users.py', import.meta.url), 'utf8');
  await using folder = await temporaryFolder({ 'test_users.py': source });
  const command = [PYTHON, '-m', 'unittest', 'discover', '-s', folder.path];
  await using running = spawnedEmulator(['audit', '--json', '--only', 'getUsers:throttled', '--', ...command]);
  const { stdout, stderr } = await running.ended;
  expect(stdout, stderr).not.toBe('');
  const { findings } = JSON.parse(stdout) as AuditReport;
  expect(findings).toMatchObject([{ id: 'getUsers:throttled:gave-up' }]);
  expect(findings[0]!.details).toContainEqual(expect.stringMatching(/^test: .*test_1_reads_users_once$/));
});

/** A file of node:test in which all tests share an access token. */
function suiteOf(tests: string): string {
  return `${WITH_QUICK_FETCH}
    import { before, test } from 'node:test';
    import { setTimeout as pause } from 'node:timers/promises';
    let headers;
    before(async () => {
      const form = { grant_type: 'client_credentials', client_id: process.env.ID_EMULATOR_CLIENT_ID };
      const body = new URLSearchParams({ ...form, client_secret: process.env.ID_EMULATOR_CLIENT_SECRET });
      const response = await fetch(process.env.ID_EMULATOR_TOKEN_URL, { method: 'POST', body });
      headers = { Authorization: 'Bearer ' + (await response.json()).access_token };
    });
    const get = async (list) => {
      const url = process.env.ID_EMULATOR_API_URL + '/institutions/me/' + list;
      const { ok } = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => ({ ok: false }));
      return { ok };
    };
    // The times of two processes tell tests apart that are some milliseconds from each other.
    const check = (name, body) => test(name, async () => { await pause(30); await body(); await pause(30); });
    ${tests}`;
}

/** Audits such a file. */
async function auditSuite(tests: string, only: string): Promise<AuditReport> {
  await using folder = await temporaryFolder({ 'reads.test.mjs': suiteOf(tests) });
  const command = [process.execPath, '--test', `${folder.path}/reads.test.mjs`];
  await using running = spawnedEmulator(['audit', '--json', '--only', only, '--', ...command]);
  const { stdout, stderr } = await running.ended;
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as AuditReport;
}

test.concurrent('faults in different tests are told apart in one run', async () => {
  const { findings, counts } = await auditSuite(
    `for (const list of ['users', 'human-scores'])
       check('reads ' + list, async () => { if (!(await get(list)).ok) throw new Error('no list'); });`,
    'getUsers:server-error,getHumanScores:server-error',
  );
  expect(findings[0]!.cells).toEqual(['getUsers:server-error:gave-up', 'getHumanScores:server-error:gave-up']);
  // Two without faults, one with both faults, the canary, and one with the fault of the finding.
  expect(counts.runs).toBe(5);
});

test.concurrent('a test whose subtest failed did not pass', async () => {
  const { findings } = await auditSuite(
    `test('lists', async (t) => {
       await pause(30);
       await t.test('reads users', async () => { if (!(await get('users')).ok) throw new Error('no list'); });
     });`,
    'getUsers:server-error',
  );
  expect(findings).toMatchObject([{ id: 'getUsers:server-error:gave-up', canary: 'failed' }]);
});

test.concurrent('a client that returns a failure to its test has not swallowed it', async () => {
  const { findings, asides } = await auditSuite(
    `check('reads users, then scores', async () => { if ((await get('users')).ok) await get('human-scores'); });`,
    'getUsers:silent',
  );
  expect(findings).toEqual([]);
  expect(asides).toMatchObject([{ reaction: 'test gap', shownBy: ['getUsers (silent)'] }]);
});
