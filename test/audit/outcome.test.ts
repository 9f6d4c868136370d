/** What `audit` sees beside requests and tests: the outcome of a job, and secrets in its output. */

import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
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

/** A job that makes two links, and goes on with what its file of progress lacks. */
const linkJob = `${WITH_QUICK_FETCH}
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
      const response = await fetch(apiUrl + '/verification/generate-link', { method: 'POST', headers, body: JSON.stringify({ contractId: id }) });
      appendFileSync(links, id + ' ' + (await response.json()).token + '\\n');
      checkpoint(id);
    }`;

test.concurrent('what swallows several failures of one operation is one finding', { timeout: 60_000 }, async () => {
  const { report } = await audit('', 'getUsers:server-error,getUsers:throttled-long,getUsers:bad-gateway');
  expect(report.findings.map(({ id, shownBy }) => [id, shownBy])).toEqual([
    ['getUsers:server-error:swallowed', ['getUsers (500, 429 long, 502)']],
  ]);
});

test.concurrent('a job that is killed and started again comes to the same outcome', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder({ 'job.mjs': linkJob });
  const [progress, links] = [`${folder.path}/progress.txt`, `${folder.path}/links.txt`];
  const outcome = ['--before', `rm -f ${progress} ${links}`, '--compare', `cut -d' ' -f1 ${links} | sort -u`, '--kill'];
  const only = ['--only', 'generateVerificationLink:killed-after-write'];
  const command = [process.execPath, `${folder.path}/job.mjs`, progress, links];
  const { stdout, stderr } = await outcomeOf(['audit', '--json', ...only, ...outcome, '--', ...command]);
  expect(stdout, stderr).not.toBe('');
  const { findings, plan } = JSON.parse(stdout) as AuditReport;
  expect(findings).toEqual([]);
  expect(new Set(plan.map(({ reaction }) => reaction))).toEqual(new Set(['recovered']));
});

const printing = (text: string): string => `console.error(${text}); process.exit(1)`;

test.concurrent('a report repeats no secret that the job prints', async () => {
  const text = `'TypeError: refused client_secret=presented-4711'`;
  const { stdout } = await audit(printing(text), 'getUsers:server-error');
  expect(stdout).not.toContain('presented-4711');
  expect(stdout).toContain('client_secret=~other-secret~');
});

test.concurrent('the command that repeats a finding takes the client secret from a variable', async () => {
  const flags = ['--client-secret', 'chosen-by-us-4711', '--env', 'SECRET={clientSecret}'];
  const { report, stdout } = await audit(printing('token'), 'getUsers:server-error', ...flags);
  expect(report.findings[0]!.repeat).toContain('--client-secret "$ID_EMULATOR_CLIENT_SECRET" ');
  // The template that the team gave is none, and stands there as given.
  expect(report.findings[0]!.repeat).toContain("--env 'SECRET={clientSecret}'");
  expect(stdout).not.toContain('chosen-by-us-4711');
});
