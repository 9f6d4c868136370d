/**
 * What a run of `audit` costs beside the command: some 150 runs of a client that gives up at once, so that no fault demands
 * a wait.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND_LINE = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
/** The file of the client's own times. */
const TIMES = 'times.txt';
/**
 * Not by `fetch`: that compiles WebAssembly in a thread of its own, and the process of a client that gives up early waits for
 * it after its last line. A client notes no time after that, so the wait would count as ours.
 */
const CLIENT = `
import { appendFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
process.once('exit', () => appendFileSync('${TIMES}', performance.now() + '\\n'));
const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
async function json(url, { body, ...options }) {
  const [response] = await once(request(url, options).end(body), 'response');
  if (response.statusCode !== 200) throw new Error(url + ': status ' + response.statusCode);
  return JSON.parse((await response.setEncoding('utf8').toArray()).join(''));
}
const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
const { access_token } = await json(tokenUrl, { method: 'POST', headers, body });
const get = (path) => json(api + path, { headers: { Authorization: 'Bearer ' + access_token } });
const { items } = await get('/institutions/me/users?limit=3');
for (const { partyId } of items) {
  const party = encodeURIComponent(partyId);
  await get('/institutions/me/users?limit=1&search=' + party);
  await get('/institutions/me/human-scores?limit=1&partyIds=' + party);
  await get('/institutions/me/credentials?limit=1&partyIds=' + party);
  await get('/institutions/me/credentials/' + party);
}`;

/**
 * How long a run takes beside the command itself, which notes its own time.
 * @param {import('../processes/started-processes.js').StartedProcesses} processes
 * @returns {Promise<number>} milliseconds
 */
export async function measureAudit(processes) {
  const cwd = mkdtempSync(join(tmpdir(), 'audit-cost-'));
  try {
    writeFileSync(join(cwd, 'client.mjs'), CLIENT);
    const flags = ['--json', '--skip', 'silent,slow,lasting-error,variant'];
    const args = [COMMAND_LINE, 'audit', ...flags, '--', process.execPath, 'client.mjs'];
    const { runs, time } = JSON.parse(await processes.output({ args, cwd, statuses: [0, 1] })).counts;
    const own = readFileSync(join(cwd, TIMES), 'utf8').trim().split('\n').map(Number);
    return (time - own.reduce((sum, milliseconds) => sum + milliseconds)) / runs;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
