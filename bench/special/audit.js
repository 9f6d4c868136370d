/**
 * What a run of `audit` costs beside the command: `npm run build && node bench/special/audit.js`, half a minute on a quiet
 * machine. About 120 runs for 198 pairs, of a client that takes 0.2 s and gives up at once, so that no fault demands a wait.
 * Seen there: 23.6 s, 6 ms each beside the command. The aim: 50 ms each at most, and 200 runs in under a minute.
 */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const COMMAND_LINE = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CLIENT = `
const { ID_EMULATOR_API_URL: api, ID_EMULATOR_TOKEN_URL: tokenUrl } = process.env;
const { ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
async function json(url, init) {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(url + ': status ' + response.status);
  return await response.json();
}
const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
const { access_token } = await json(tokenUrl, { method: 'POST', body });
const get = (path) => json(api + path, { headers: { Authorization: 'Bearer ' + access_token } });
const { items } = await get('/institutions/me/users?limit=3');
for (const { partyId } of items) {
  const party = encodeURIComponent(partyId);
  await get('/institutions/me/users?limit=1&search=' + party);
  await get('/institutions/me/human-scores?limit=1&partyIds=' + party);
  await get('/institutions/me/credentials?limit=1&partyIds=' + party);
  await get('/institutions/me/credentials/' + party);
}`;

const folder = mkdtempSync(join(tmpdir(), 'audit-cost-'));
try {
  writeFileSync(join(folder, 'client.mjs'), CLIENT);
  const flags = ['--json', '--skip', 'silent,slow,lasting-error,variant'];
  const parameters = [COMMAND_LINE, 'audit', ...flags, '--', process.execPath, 'client.mjs'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, parameters, {
    cwd: folder,
    maxBuffer: 2 ** 28,
  }).catch((error) => error);
  if (stdout === '') throw new Error(stderr);
  const { runs, time, overhead, pairs } = JSON.parse(stdout).counts;
  console.log(
    `${runs} runs for ${pairs} pairs in ${(time / 1_000).toFixed(1)} s, ${overhead} ms each beside the command`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
