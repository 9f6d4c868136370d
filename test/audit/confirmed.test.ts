/** The command of a finding was run before it is printed. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** Two tests with a sandbox each, as a fixture of Vitest tells them; neither of them retries. Each run notes what it was given. */
const RUNNER = `${WITH_QUICK_FETCH}
  import { appendFileSync } from 'node:fs';
  const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_RUN: run } = process.env;
  const { origin } = new URL(apiUrl);
  const given = process.argv.slice(2);
  appendFileSync(import.meta.dirname + '/given', JSON.stringify(given) + '\\n');
  const pattern = new RegExp('^(?:' + (given.includes('-t') ? given.at(-1) : '.*') + ')$');
  for (const name of ['reads users', 'reads scores'].filter((each) => TAKES_NAMES ? pattern.test(each) : given.length === 0)) {
    const headers = { 'Content-Type': 'application/json' };
    const opened = await fetch(origin + '/_emulator/sandboxes', { method: 'POST', headers, body: JSON.stringify({ name }) });
    const { id, clientId: client_id, clientSecret: client_secret } = await opened.json();
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { access_token } = await (await fetch(origin + '/oauth/token', { method: 'POST', body })).json();
    const path = name === 'reads users' ? '/institutions/me/users' : '/institutions/me/human-scores';
    const { status } = await fetch(apiUrl + path, { headers: { Authorization: 'Bearer ' + access_token } });
    const event = { type: 'test', url: origin, id, runner: 'vitest', name, passed: status === 200, message: 'status ' + status };
    if (run !== undefined) appendFileSync(run + '/' + process.pid + '-tests.trail.jsonl', JSON.stringify(event) + '\\n');
    if (status !== 200) process.exitCode = 1;
  }`;

test.concurrent.each([
  ['with its test only, if that shows it', true, ['-t', 'reads users']],
  ['with the whole command, if its test alone does not show it', false, []],
] as const)('the command of a finding is one that was run: %s', async (_, takesNames, flags) => {
  const runner = RUNNER.replace('TAKES_NAMES', String(takesNames));
  await using folder = await temporaryFolder({ 'runner.mjs': runner });
  const command = [process.execPath, `${folder.path}/runner.mjs`];
  const only = ['--only', 'getUsers:server-error'];
  const { stdout, stderr } = await outcomeOf(['audit', '--json', ...only, '--', ...command]);
  expect(stdout, stderr).not.toBe('');
  const { findings } = JSON.parse(stdout) as AuditReport;
  expect(findings.map(({ id }) => id)).toEqual(['getUsers:server-error:gave-up']);
  const given = readFileSync(`${folder.path}/given`, 'utf8').trimEnd().split('\n');
  // The last run is that of the canary.
  expect(JSON.parse(given.at(-2)!)).toEqual(flags);
  const shown = flags.map((flag) => (flag.includes(' ') ? `'${flag}'` : flag));
  expect(findings[0]!.repeat!.endsWith([' --', ...command, ...shown].join(' '))).toBe(true);
});
