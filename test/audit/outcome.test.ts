/** What `audit` sees beside requests and tests: the outcome of a job, and secrets in its output. */

import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report/report.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** A job that writes names of users into a file. @param onFailure what it does if the list is refused */
function job(onFailure: string): string {
  return `${WITH_QUICK_FETCH}
    import { appendFileSync } from 'node:fs';
    const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = process.env;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    const token = (await (await fetch(tokenUrl, { method: 'POST', body })).json()).access_token;
    const read = () => fetch(apiUrl + '/institutions/me/users?limit=3', { headers: { Authorization: 'Bearer ' + token } });
    let response = await read();
    let users = [];
    if (response.ok) users = (await response.json()).items;
    else { ${onFailure} }
    for (const user of users) appendFileSync(process.argv[2], user.fullName + '\\n');`;
}

const RETRY = 'users = (await (await read()).json()).items;';

async function audit(
  onFailure: string,
  only: string,
  ...flags: readonly string[]
): Promise<{ readonly report: AuditReport; readonly stdout: string }> {
  await using folder = await temporaryFolder({ 'job.mjs': job(onFailure) });
  const file = `${folder.path}/names.txt`;
  const outcome = ['--before', `rm -f ${file}`, '--compare', `cat ${file} 2>/dev/null; true`, ...flags];
  const command = [process.execPath, `${folder.path}/job.mjs`, file];
  const { stdout, stderr } = await outcomeOf(['audit', '--json', '--only', only, ...outcome, '--', ...command]);
  expect(stdout, stderr).not.toBe('');
  return { report: JSON.parse(stdout) as AuditReport, stdout };
}

test.concurrent('a job whose outcome lacks lines has swallowed the fault', async () => {
  const { report } = await audit('', 'getUsers:server-error');
  const { id, details } = report.findings[0]!;
  expect(id).toBe('getUsers:server-error:swallowed');
  expect(details.at(-1)).toMatch(/The outcome differs from the one without the fault: it lacks ".+"/);
});

test.concurrent('a job that comes to the same outcome has no finding', async () => {
  const { report } = await audit(RETRY, 'getUsers:server-error');
  expect(report.findings).toEqual([]);
});

test.concurrent(
  'a job that waits as long as it was told has no finding, although others of its calls go on',
  async () => {
    const others =
      "await fetch(apiUrl + '/institutions/me/human-scores', { headers: { Authorization: 'Bearer ' + token } });";
    const wait = "await new Promise((resolve) => setTimeout(resolve, response.headers.get('Retry-After') * 1_000));";
    const { report } = await audit(`${others} ${wait} ${RETRY}`, 'getUsers:throttled-long', '--patience', '3');
    expect(report.findings).toEqual([]);
  },
);

test.concurrent.each([
  ['the client secret', "console.error('refused for ' + btoa(id + ':' + secret));"],
  ['an access token', "console.error('refused: ' + token);"],
])('a job that prints %s after a fault misbehaves, and the report does not show it', async (what, print) => {
  const { report, stdout } = await audit(`${print} ${RETRY}`, 'getUsers:server-error');
  const { id, details } = report.findings[0]!;
  expect(id).toBe('getUsers:server-error:misbehaved');
  expect(details.at(-1)).toContain(`The command printed ${what}.`);
  expect(stdout).not.toContain(btoa('demo-institution:demo-secret'));
});

/** A job that makes two links, and goes on with what its file of progress lacks. */
function linkJob(isCheckpointFirst: boolean): string {
  const [first, second] = isCheckpointFirst ? ['checkpoint(id);', ''] : ['', 'checkpoint(id);'];
  return `${WITH_QUICK_FETCH}
    import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
    const [, , progress, links] = process.argv;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const token = (await (await fetch(tokenUrl, { method: 'POST', body })).json()).access_token;
    const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' };
    const { items } = await (await fetch(apiUrl + '/institutions/me/credentials?limit=2', { headers })).json();
    const done = existsSync(progress) ? readFileSync(progress, 'utf8').split('\\n') : [];
    const checkpoint = (id) => appendFileSync(progress, id + '\\n');
    for (const { contractId: id } of items) {
      if (done.includes(id)) continue;
      ${first}
      const response = await fetch(apiUrl + '/verification/generate-link', { method: 'POST', headers, body: JSON.stringify({ contractId: id }) });
      appendFileSync(links, id + ' ' + (await response.json()).token + '\\n');
      ${second}
    }`;
}

test.concurrent.each([
  [
    'that writes its checkpoint first loses a link when it is killed',
    true,
    ['generateVerificationLink:killed-after-write:wrong-result'],
  ],
  ['that writes its checkpoint last has no finding', false, []],
] as const)('a job %s', { timeout: 120_000 }, async (_, isCheckpointFirst, ids) => {
  await using folder = await temporaryFolder({ 'job.mjs': linkJob(isCheckpointFirst) });
  const [progress, links] = [`${folder.path}/progress.txt`, `${folder.path}/links.txt`];
  const outcome = ['--before', `rm -f ${progress} ${links}`, '--compare', `cut -d' ' -f1 ${links} | sort -u`, '--kill'];
  const only = ['--only', 'generateVerificationLink:killed-after-write'];
  const command = [process.execPath, `${folder.path}/job.mjs`, progress, links];
  const { stdout, stderr } = await outcomeOf(['audit', '--json', ...only, ...outcome, '--', ...command]);
  expect(stdout, stderr).not.toBe('');
  const { findings } = JSON.parse(stdout) as AuditReport;
  expect(findings.map(({ id }) => id)).toEqual(ids);
  if (isCheckpointFirst)
    expect(findings[0]!.repeat).toMatch(/^id-emulator audit --before .* --compare .* --kill --only /);
});

const printing = (text: string): string => `console.error(${text}); process.exit(1)`;

test.concurrent('a report repeats no secret that the job prints', async () => {
  const text = `'TypeError: refused client_secret=presented-4711'`;
  const { stdout } = await audit(printing(text), 'getUsers:server-error');
  expect(stdout).not.toContain('presented-4711');
  expect(stdout).toContain('client_secret=~other-secret~');
});

test.concurrent('the command that repeats a finding takes the client secret from a variable', async () => {
  const flags = ['--client-secret', 'chosen-by-us-4711'];
  const { report, stdout } = await audit(printing('token'), 'getUsers:server-error', ...flags);
  expect(report.findings[0]!.repeat).toContain('--client-secret "$ID_EMULATOR_CLIENT_SECRET" ');
  expect(stdout).not.toContain('chosen-by-us-4711');
});
