/** `audit`: a command, run again and again with other failures at other calls. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
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
const SWALLOWING = client(
  `const response = await fetch(url, { headers }); const users = response.ok ? await response.json() : { items: [] };`,
);

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

test('what is lost without a failing test is a test gap, which fails with --strict-tests only', async () => {
  const { code, stdout } = await auditOf(SWALLOWING);
  expect(stdout).toMatch(/^ {3}getUsers \(429\): GET \S+ never succeeded/m);
  expect(stdout).toContain('No findings.');
  expect(code).toBe(0);
  const strict = await auditOf(SWALLOWING, '--strict-tests');
  expect(strict.stderr).toContain('test gaps: getUsers (429)');
  expect(strict.code).toBe(1);
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
      counts: { kinds: 1, observedKinds: 1, pairs: 1, observed: 1, runs: 5 },
      plan: [{ reaction: 'gave up' }],
    });
    const xml = await readFile(fileOf('audit.xml'), 'utf8');
    expect(xml).toContain('failures="1"');
    expect(xml).toMatch(/^right: recovered$[^]*^shown by: getUsers \(429\)$/m);
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

test('a broken rule that is accepted does not accept that another rule is broken', async () => {
  const findings = [{ id: 'getUsers:throttled:misbehaved:no-secret-in-output' }];
  await using folder = await temporaryFolder({
    'audit.json': JSON.stringify({ format: 'id-emulator-audit', version: 2, findings }),
  });
  const { code, stdout } = await auditOf(IMPATIENT, '--accept', join(folder.path, 'audit.json'), '--json');
  const [found] = (JSON.parse(stdout) as AuditReport).findings;
  expect(found).toMatchObject({ id: 'getUsers:throttled:misbehaved:wait-as-told', accepted: false });
  expect(code).toBe(1);
});

test('a file of accepted findings that does not exist is refused with how to write it', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'audit.json');
  const { code, stderr } = await auditOf(WITHOUT_RETRY, '--accept', file);
  expect(stderr).toBe(`id-emulator: --accept: there is no file ${file}; write it with --write-accepted ${file}\n`);
  expect(code).toBe(2);
});

test('a finding to check needs the report that has it', async () => {
  const { code, stderr } = await auditOf(WITH_RETRY, '--finding', 'getUsers:throttled:gave-up');
  expect(code).toBe(2);
  expect(stderr).toBe('id-emulator: --finding: expected --check, the report that has the finding\n');
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

test('what was found is reported, although a shell command ends the audit', async () => {
  await using folder = await temporaryFolder();
  const runs = JSON.stringify(join(folder.path, 'runs'));
  // The fourth run confirms the finding; before the fifth, there is an error.
  const before = `printf . >> ${runs}; [ $(wc -c < ${runs}) -lt 5 ]`;
  const { code, stdout, stderr } = await auditOnly(
    'getUsers:throttled,getUsers:server-error',
    WITHOUT_RETRY,
    '--before',
    before,
  );
  expect(stdout).toMatch(/^1\. getUsers, .*: gave up$/m);
  expect(stdout).toContain('because --before fails with exit code 1');
  expect(stderr).toContain('1 finding; not everything was tried');
  expect(code).toBe(1);
});
