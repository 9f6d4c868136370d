/** `audit` of clients that are put together at random: its report adds up, and its findings can be repeated. */

import { expect, test } from 'vitest';
import type { AuditReport } from '../../src/audit/audit-types.js';
import { Draw } from '../fuzz/draw.js';
import { budget } from '../budget.js';
import { MAIN, spawnedEmulator } from '../cli/id-emulator.js';
import { SpawnedProcess } from '../cli/spawned-process.js';
import { temporaryFolder } from '../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../quick-fetch.js';

/** What a client does well. */
interface Habits {
  readonly attempts: number;
  readonly waits: boolean;
  readonly renews: boolean;
  readonly hasTimeout: boolean;
  readonly reportsErrors: boolean;
}

function habitsOf(seed: number): Habits {
  const draw = new Draw(seed);
  return {
    attempts: 1 + draw.below(4),
    waits: draw.chance(0.5),
    renews: draw.chance(0.5),
    hasTimeout: draw.chance(0.7),
    reportsErrors: draw.chance(0.7),
  };
}

function client({ attempts, waits, renews, hasTimeout, reportsErrors }: Habits): string {
  return `${WITH_QUICK_FETCH}
    const { ID_EMULATOR_API_URL: apiUrl, ID_EMULATOR_TOKEN_URL: tokenUrl, ID_EMULATOR_CLIENT_ID: id, ID_EMULATOR_CLIENT_SECRET: secret } = process.env;
    async function send(url, init) {
      for (let attempt = 1; ; attempt += 1) {
        let problem, wait = 50;
        try {
          const response = await fetch(url, { ...init, ${hasTimeout ? 'signal: AbortSignal.timeout(1_500)' : ''} });
          const text = await response.text();
          const { ok, status, headers } = response;
          if (ok || status === 401) return { ok, status, data: ok ? JSON.parse(text) : undefined };
          problem = 'status ' + status;
          if (${waits}) wait = 1_000 * Number(headers.get('Retry-After') ?? 0.05 * 2 ** attempt);
        } catch (error) {
          problem = 'connection failed: ' + error.message;
        }
        if (attempt >= ${attempts}) {
          if (${reportsErrors}) throw new Error(url + ': ' + problem);
          return { ok: true, data: { items: [] } };
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    async function login() {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
      return (await send(tokenUrl, { method: 'POST', body })).data.access_token;
    }
    let token = await login();
    for (const path of ['/institutions/me/users?limit=3', '/institutions/me/human-scores?limit=3']) {
      const authorized = () => ({ headers: { Authorization: 'Bearer ' + token } });
      let response = await send(apiUrl + path, authorized());
      if (${renews} && response.status === 401) {
        token = await login();
        response = await send(apiUrl + path, authorized());
      }
      if (!response.ok) throw new Error(path + ': status ' + response.status);
      if (response.data.items.length > 3) throw new Error('too many');
    }`;
}

const SEEDS = budget({ short: [1], long: [1, 2, 3, 4, 5, 6, 7, 8] });

test.each(SEEDS)(
  'every pair has one end, the counts agree, and findings can be repeated: seed %i',
  async (seed) => {
    await using folder = await temporaryFolder({ 'client.mjs': client(habitsOf(seed)) });
    const command = [process.execPath, `${folder.path}/client.mjs`];
    const limits = budget({ short: ['--only', 'getUsers:server-error,issueToken:cut'], long: [] });
    await using running = spawnedEmulator(['audit', '--json', '--patience', '4', ...limits, '--', ...command]);
    const { stdout } = await running.ended;
    const { plan, counts, findings, matrix } = JSON.parse(stdout) as AuditReport;
    for (const { id, reaction, reason } of plan)
      expect(
        [reaction, reason].filter((end) => end !== undefined),
        id,
      ).toHaveLength(1);
    const { pairs, observed, untried } = counts;
    expect(plan).toHaveLength(pairs);
    expect(plan.filter(({ reaction }) => reaction !== undefined)).toHaveLength(observed);
    expect(untried).toBe(0);
    expect(new Set(plan.map(({ id }) => id)).size).toBe(pairs);
    const cells = matrix.rows.flatMap((row) => row.cells);
    expect(cells.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThanOrEqual(observed);
    for (const { id, repeat = '' } of findings.filter(({ id }) => !id.startsWith('without-fault:')).slice(0, 4)) {
      const script = `id-emulator() { "${process.execPath}" "${MAIN}" "$@"; }; ${repeat}`;
      // What `exec` cannot break is repeated by an audit of it alone.
      const isAudit = repeat.startsWith('id-emulator audit ');
      await using again = new SpawnedProcess('timeout', [isAudit ? '60' : '8', 'bash', '-c', script], {
        cwd: folder.path,
        env: process.env,
      });
      const { code, stderr } = await again.ended;
      expect(stderr, id).not.toContain('did not happen');
      if (isAudit || /:(?:gave-up|crashed)$/.test(id)) expect(code, id).toBe(1);
      else if (id.endsWith(':hung')) expect(code, id).toBe(124);
      // A rule may also be broken before the command fails.
      else expect(code, id).toBeOneOf(id.includes(':misbehaved:') ? [0, 1] : [0]);
    }
  },
  600_000,
);
