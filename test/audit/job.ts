/** Small jobs for `audit`, which react to a fault in one way. */

import { expect } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** The beginning of every job: how to log in and to call, one connection for each request. */
const CLIENT = `${WITH_QUICK_FETCH}
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
  const login = async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const response = await fetch(tokenUrl, { method: 'POST', body, headers: { Connection: 'close' } });
    return (await response.json()).access_token;
  };
  const send = (token, path, json) => fetch(apiUrl + path, {
    method: json ? 'POST' : 'GET',
    body: json && JSON.stringify(json),
    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json', Connection: 'close' },
  });
  const contracts = async (token) => (await (await send(token, '/institutions/me/credentials?limit=2')).json()).items;
`;

/** Audits a job in a folder of its own, from this process. @param shell what runs it; `job` is the job, `folder` its folder */
export async function audit(
  job: string,
  only: string,
  shell: (job: string, folder: string) => string = (command) => command,
  flags: readonly string[] = [],
): Promise<AuditReport> {
  await using folder = await temporaryFolder({ 'job.mjs': CLIENT + job });
  const command = `'${process.execPath}' '${folder.path}/job.mjs' '${folder.path}'`;
  const shown = ['sh', '-c', shell(command, folder.path)];
  const { stdout, stderr } = await outcomeOf(['audit', '--json', ...flags, '--only', only, '--', ...shown]);
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as AuditReport;
}

export function idsOf({ findings }: AuditReport): string[] {
  return findings.map(({ id }) => id);
}
