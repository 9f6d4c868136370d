/** `audit`: a command, run again and again with other failures at other calls. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report/report.js';
import { budget } from '../budget.js';
import { outcomeOf } from '../cli/id-emulator.js';
import type { Outcome } from '../cli/spawned-process.js';
import { type TemporaryFolder, temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** Reads users with a token; `get` says how. */
function client(get: string): string {
  return `${WITH_QUICK_FETCH}
    const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID, ID_EMULATOR_CLIENT_SECRET } = process.env;
    const form = { grant_type: 'client_credentials', client_id: ID_EMULATOR_CLIENT_ID, client_secret: ID_EMULATOR_CLIENT_SECRET };
    const { access_token } = await (await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })).json();
    const headers = { Authorization: 'Bearer ' + access_token };
    const url = apiUrl + '/institutions/me/users';
    ${get}`;
}

const WITHOUT_RETRY = client(`
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error('users: ' + response.status);`);
const WITH_RETRY = client(`
  for (;;) {
    const response = await fetch(url, { headers });
    if (response.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(response.headers.get('Retry-After') ?? 0.1)));
  }`);
const IMPATIENT = client(`while (!(await fetch(url, { headers })).ok) ;`);
const CARELESS = client(`const { items } = await (await fetch(url, { headers })).json(); items.map(({ id }) => id);`);
const SWALLOWING = client(
  `const response = await fetch(url, { headers }); const users = response.ok ? await response.json() : { items: [] };`,
);

/** Asks for something at once again and again, and reports the error in the end. */
const HASTY = (attempts: number, path = '/institutions/me/users') =>
  client(`
  let response;
  for (let left = ${attempts}; left > 0 && !response?.ok; left -= 1) response = await fetch(apiUrl + '${path}', { headers });
  if (!response.ok) throw new Error('status ' + response.status);`);
const HASTY_AT_TOKEN = `${WITH_QUICK_FETCH}
  const { ID_EMULATOR_TOKEN_URL: url, ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  let response;
  for (let left = 12; left > 0 && !response?.ok; left -= 1) response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error('status ' + response.status);`;
/** Each of three parts asks once, and reports the error. */
const THREE_PARTS = client(`
  const failures = [];
  for (let part = 1; part <= 3; part += 1) {
    const response = await fetch(url, { headers });
    if (!response.ok) failures.push(part + ': status ' + response.status);
  }
  if (failures.length > 0) throw new Error(failures.join());`);
const BEN =
  'party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128';

/** Audits a program in this process. @param only what is tried */
async function auditOnly(only: string, source: string, ...flags: readonly string[]): Promise<Outcome> {
  const command = [process.execPath, '--input-type=module', '--eval', source];
  return await outcomeOf(['audit', '--only', only, ...flags, '--', ...command]);
}

const auditOf = (source: string, ...flags: readonly string[]): Promise<Outcome> =>
  auditOnly('getUsers:throttled', source, ...flags);

test('a client that waits and asks again has no finding', async () => {
  const { code, stdout } = await auditOf(WITH_RETRY);
  expect(stdout).toContain('No findings.');
  expect(code).toBe(0);
});

test.each([
  ['gives up', WITHOUT_RETRY, 'gave up'],
  ['does not wait', IMPATIENT, 'misbehaved'],
  ['reads an error as data', CARELESS, 'crashed'],
])('a client that %s after 429 is a finding', async (_, source, reaction) => {
  const { code, stdout, stderr } = await auditOf(source);
  expect(stdout).toContain(`1. getUsers, 429 with Retry-After: 1, once: ${reaction}\n`);
  expect(stdout).toContain(` --inject 'getUsers#1:rate-limit-burst;burst=1;retry-after=1' -- `);
  expect(stderr).toContain('1 finding');
  expect(code).toBe(1);
});

const HASTY_AFTER: [only: string, source: string, what: RegExp][] = [
  ['getUsers:lasting-error', HASTY(12), /Tried \d+ times without a pause/],
  ['issueToken:lasting-error', HASTY_AT_TOKEN, /Tried \d+ times without a pause/],
  ['getUsers:forbidden', HASTY(4), /sent the request 4 times/],
  ['not-found', HASTY(4, `/institutions/me/human-scores/${BEN}`), /sent the request 4 times/],
];

test.each(budget({ short: HASTY_AFTER.slice(0, 1), long: HASTY_AFTER }))(
  'a client that breaks a rule before it gives up is a finding: %s',
  async (only, source, what) => {
    const { code, stdout } = await auditOnly(only, source);
    expect(stdout).toMatch(/^1\. \w+, (?:500, twelve|403 again|404 again) .*: misbehaved$/m);
    expect(stdout).toMatch(what);
    expect(code).toBe(1);
  },
);

test('parts that fail one after another are no retries', async () => {
  const { code, stdout } = await auditOnly('getUsers:lasting-error', THREE_PARTS);
  expect(stdout).toContain('No findings.');
  expect(code).toBe(0);
});

const FOUR_CALLS = client(`
  for (const limit of [1, 2, 3, 4]) {
    const response = await fetch(url + '?limit=' + limit, { headers });
    if (!response.ok) throw new Error('users: ' + response.status);
  }`);
const MERGED: [fault: string, tried: number][] = [
  ['server-error', 2],
  ['lasting-error', 3],
];

test.each(MERGED)(
  'calls of an operation are merged when others have shown the same reaction to a fault: %s',
  async (fault, tried) => {
    const { stdout } = await auditOnly(`getUsers:${fault}`, FOUR_CALLS, '--json');
    const { counts, plan } = JSON.parse(stdout) as AuditReport;
    expect(counts).toMatchObject({ pairs: 4, observed: tried });
    expect(
      plan.map((entry) => entry.reason).filter((text) => text === 'like other calls of getUsers: gave up'),
    ).toHaveLength(4 - tried);
  },
);

test('what is lost without a failing test is a test gap, which fails with --strict-tests only', async () => {
  const { code, stdout } = await auditOf(SWALLOWING);
  expect(stdout).toContain('Test gaps: a response was lost, and no test failed: getUsers (429)');
  expect(stdout).toContain('No findings.');
  expect(code).toBe(0);
  const strict = await auditOf(SWALLOWING, '--strict-tests');
  expect(strict.stderr).toContain('test gaps: getUsers (429)');
  expect(strict.code).toBe(1);
});

test('what is lost is swallowed if the command prints less than without the fault', async () => {
  const { code, stdout } = await auditOf(
    `${SWALLOWING} for (const { id } of users.items.slice(0, 3)) console.log('user', id);`,
  );
  expect(stdout).toContain('1. getUsers, 429 with Retry-After: 1, once: swallowed');
  expect(stdout).toMatch(/The command did not print "user \d+", as it does without the fault\./);
  expect(code).toBe(1);
});

test('an error that names another cause is no mistake of the program', async () => {
  const source = client(`
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error('cannot load the dashboard');`);
  expect((await auditOf(source)).stdout).toContain('1. getUsers, 429 with Retry-After: 1, once: gave up');
});

test('a call that the second run without faults does not have is left out', async () => {
  await using folder = await temporaryFolder();
  const marker = JSON.stringify(join(folder.path, 'marker'));
  const source = `import { existsSync, writeFileSync } from 'node:fs';
    ${client('await fetch(url, { headers }); if (!existsSync(' + marker + ')) await fetch(url, { headers });')}
    writeFileSync(${marker}, '');`;
  const { stdout } = await auditOf(source, '--json');
  const { plan } = JSON.parse(stdout) as AuditReport;
  expect(plan.find(({ id }) => id.startsWith('getUsers#2'))!.reason).toBe(
    'the second run without faults had no such call',
  );
});

test('a test that compares whole objects fails clearly when a member is added', async () => {
  const source = client(`
    const { deepEqual } = await import('node:assert/strict');
    const { items: [user] } = await (await fetch(url + '?limit=1', { headers })).json();
    const { id, partyId, proposalId, kycStatus, reqStatus, kycProvider, fullName, email, status, regDate } = user;
    deepEqual(user, { id, partyId, proposalId, kycStatus, reqStatus, kycProvider, fullName, email, status, regDate });`);
  const { code, stdout } = await auditOnly('getUsers:more-members', source, '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    findings: [],
    asides: [{ reaction: 'note' }],
    plan: [{ reaction: 'note' }],
  });
  expect(code).toBe(0);
});

test('a client that waits for ever hangs', async () => {
  const { stdout } = await auditOnly('getUsers:silent', WITHOUT_RETRY, '--patience', '0.5');
  expect(stdout).toContain('no response comes: hung');
});

describe('one audit', () => {
  let folder: TemporaryFolder;
  let outcome: Outcome;
  const fileOf = (name: string): string => join(folder.path, name);
  beforeAll(async () => {
    folder = await temporaryFolder();
    const reports = ['--json', '--junit', fileOf('audit.xml')];
    const kept = ['--save', fileOf('kept'), '--write-accepted', fileOf('audit.json')];
    outcome = await auditOf(WITHOUT_RETRY, ...reports, ...kept, '--env', 'IDENTITY_URL={apiUrl}', '--seed', '7');
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  test('writes its report as JSON and JUnit XML', async () => {
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      format: 'id-emulator-audit',
      findings: [{ id: 'getUsers:throttled:gave-up', right: ['recovered'] }],
      counts: { kinds: 1, observedKinds: 1, pairs: 1, observed: 1, runs: 4 },
      plan: [{ reaction: 'gave up' }],
    });
    expect(await readFile(fileOf('audit.xml'), 'utf8')).toContain('failures="1"');
  });

  test('keeps the exchanges and a bundle of each finding with --save', async () => {
    const own = fileOf('kept/01-getUsers-throttled-gave-up');
    const bundle = JSON.parse(await readFile(join(own, 'bundle.json'), 'utf8')) as object;
    expect(bundle).toMatchObject({ format: 'id-emulator-bundle', steps: [{}, { exchange: { status: 429 } }] });
    expect(await readFile(join(own, 'journal.json'), 'utf8')).toContain('rate-limit-burst');
  });

  test('names the command that repeats a finding with the same settings', async () => {
    expect(await readFile(fileOf('audit.xml'), 'utf8')).toContain(
      `repeat: id-emulator exec --env 'IDENTITY_URL={apiUrl}' --seed 7 --inject 'getUsers#1:`,
    );
  });

  test('does not fail if it lists its findings as accepted, and neither does a later one that accepts them', async () => {
    expect(outcome.stderr).toContain(`wrote ${fileOf('audit.json')}, which accepts 1 finding`);
    expect(outcome.code).toBe(0);
    expect((await auditOf(WITHOUT_RETRY, '--accept', fileOf('audit.json'))).code).toBe(0);
    const { code, stderr } = await auditOf(IMPATIENT, '--accept', fileOf('audit.json'));
    expect(stderr).toContain(`1 finding that ${fileOf('audit.json')} does not accept`);
    expect(code).toBe(1);
  });
});

test('the ID of a finding about a token is no secret', async () => {
  const { stdout } = await auditOnly('getUsers:expired-token', WITHOUT_RETRY, '--json');
  const { findings } = JSON.parse(stdout) as AuditReport;
  expect(findings).toMatchObject([{ id: 'getUsers:expired-token:gave-up', cells: ['getUsers:expired-token:gave-up'] }]);
});

test('a file of accepted findings that does not exist is refused with how to write it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'audit.json');
  const { code, stderr } = await auditOf(WITHOUT_RETRY, '--accept', file);
  expect(stderr).toBe(`id-emulator: --accept: there is no file ${file}; write it with --write-accepted ${file}\n`);
  expect(code).toBe(2);
});

test('that no reaction was observed is a mistake of use', async () => {
  const { code, stderr } = await auditOf(WITH_RETRY, '--only', 'getUsers:reset', '--budget', '2');
  expect(stderr).toContain('no reaction was observed; not everything was tried');
  expect(code).toBe(2);
});

test('--expect says which reactions are right', async () => {
  await using folder = await temporaryFolder({
    'expect.yaml': 'throttled: { read: [gave up] }\n',
    'mistaken.yaml': 'throttled: [ignored]\n',
  });
  expect((await auditOf(WITHOUT_RETRY, '--expect', join(folder.path, 'expect.yaml'))).code).toBe(0);
  const { code, stderr } = await auditOf(WITHOUT_RETRY, '--expect', join(folder.path, 'mistaken.yaml'));
  expect(stderr).toContain('mistaken.yaml:1:');
  expect(code).toBe(2);
});

test('a budget stops the audit, and the report says so', async () => {
  const { stdout } = await auditOf(WITHOUT_RETRY, '--budget', '2');
  expect(stdout).toContain('Faults not tried, because the budget of 2 runs is used up: 1.');
  expect(stdout).toContain('No findings so far.');
});

test('a fault that lasts is tried after the one that begins like it', async () => {
  const only = 'getUsers:expired-token,getUsers:refused-tokens';
  const { stdout } = await auditOnly(only, WITHOUT_RETRY, '--budget', '4');
  expect(stdout).toContain('1. getUsers, 401: the access token has expired: gave up');
});

test('a command that does not exist is refused', async () => {
  const { code, stderr } = await outcomeOf(['audit', '--', 'no-such-command']);
  expect(stderr).toBe('id-emulator: cannot run "no-such-command": there is no such command\n');
  expect(code).toBe(2);
});
