/** `audit --traffic`: what production has comes first, and what the tests never reach is reported. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { outcomeOf } from '../cli/id-emulator.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';
import { type Call, SERVICE, serviceHar } from '../traffic/service-har.js';

/** Reads users with and without a filter, and ignores dates in `Retry-After`. */
const JOB = `${WITH_QUICK_FETCH}
  const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: client_id, ID_EMULATOR_CLIENT_SECRET: client_secret } = process.env;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const { access_token } = await (await fetch(tokenUrl, { method: 'POST', body })).json();
  for (const query of ['', '?search=a']) {
    for (let left = 5; ; left--) {
      const headers = { Authorization: 'Bearer ' + access_token };
      const response = await fetch(apiUrl + '/institutions/me/users' + query, { headers });
      if (response.ok) break;
      if (left === 0) throw new Error('users: ' + response.status);
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Number.isNaN(seconds) ? 0 : 1_000 * seconds));
    }
  }`;

const DATES = { Date: 'Sun, 29 Nov 2026 10:00:00 GMT', 'Retry-After': 'Sun, 29 Nov 2026 10:00:03 GMT' };
const THROTTLED: Omit<Call, 'at'> = { path: '/institutions/me/users?search=x', status: 429, headers: DATES };
const TRAFFIC: Call[] = [
  ...[0, 1, 2].map((at) => ({ at: at * 10_000, ...THROTTLED })),
  { at: 40_000, path: '/institutions/me/human-scores?orderBy=id' },
];

async function auditWith(calls: readonly Call[], ...flags: readonly string[]): ReturnType<typeof outcomeOf> {
  await using folder = await temporaryFolder({ 'a.har': serviceHar(calls) });
  const traffic = ['--traffic', join(folder.path, 'a.har'), '--service', SERVICE];
  const command = [process.execPath, '--input-type=module', '--eval', JOB];
  return await outcomeOf(['audit', '--json', ...traffic, ...flags, '--', ...command]);
}

test('the situations of production are tried first, counted, and compared with the tests', async () => {
  const { stdout, code } = await auditWith(TRAFFIC, '--only', 'getUsers:throttled,getUsers:throttled-date');

  const { findings, plan, unreached } = JSON.parse(stdout) as AuditReport;
  const tried = plan.filter(({ reaction }) => reaction !== undefined).map(({ id }) => id);
  expect(tried).toContainEqual(expect.stringMatching(/^getUsers#2:rate-limit-with-date/));
  const [finding] = findings.filter(({ cells }) => cells.some((cell) => cell.startsWith('getUsers:throttled-date')));
  expect(finding?.details).toContain('3 times in production');
  expect(unreached).toEqual(['operation getHumanScores: 1 call', 'parameter orderBy of getHumanScores: 1 call']);
  expect(code).toBe(1);
});

test('what production has and no test reaches fails with --strict-tests', async () => {
  const outcome = await auditWith(TRAFFIC.slice(3), '--only', 'getUsers:server-error', '--strict-tests');

  expect(outcome).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('test gaps: operation getHumanScores: 1 call') as string,
  });
});

test('traffic without the service, or without its address, is refused', async () => {
  const other = await auditWith([{ at: 0, path: 'https://other.test/' }]);
  const alone = await outcomeOf(['audit', '--service', SERVICE, '--', 'true']);

  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/1 to other hosts/) as string });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--traffic names recordings') as string });
});
