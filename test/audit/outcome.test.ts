/** What `audit` sees beside requests and tests: the outcome of a job, and secrets in its output. */

import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/report/report.js';
import { spawnedEmulator } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';

/** A job that writes names of users into a file. @param onFailure what it does if the list is refused */
function job(onFailure: string): string {
  return `
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
  await using running = spawnedEmulator(['audit', '--json', '--only', only, ...outcome, '--', ...command]);
  const { stdout, stderr } = await running.ended;
  expect(stdout, stderr).not.toBe('');
  return { report: JSON.parse(stdout) as AuditReport, stdout };
}

test.concurrent('a job whose outcome lacks lines has swallowed the fault', async () => {
  const { report } = await audit('', 'getUsers:server-error');
  const { id, details } = report.findings[0]!;
  expect(id).toBe('getUsers:server-error:swallowed');
  expect(details.at(-1)).toMatch(/The outcome is another one than without the fault: it lacks ".+"/);
});

test.concurrent('a job that comes to the same outcome has no finding', async () => {
  const { report } = await audit(RETRY, 'getUsers:server-error');
  expect(report.findings).toEqual([]);
});

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
