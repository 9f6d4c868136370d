/**
 * Editions of a client whose audit has a finding: mended, or only quiet. Their runs are recorded like those of
 * `../corpus`: `RECORD='swallow' npx vitest run test/audit/check` makes those anew whose name matches.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { audit, type AuditOptions } from '../../../src/audit/audit.js';
import { check } from '../../../src/audit/check/check.js';
import type { CheckedFinding, Evidence } from '../../../src/audit/check/evidence.js';
import { EXPECTED } from '../../../src/audit/expectations/expectations.js';
import { Runs } from '../../../src/audit/run/runs.js';
import { environmentBeside } from '../../../src/cli/exec/trust.js';
import { scenariosWith, shippedContracts } from '../../../src/start/shipped.js';
import { environmentWithoutSettings } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../../quick-fetch.js';
import { recording, replayed } from '../corpus/recorded-runs.js';

const wanted = process.env['RECORD'];

/** The client of the report, whose `call` gives up after 429. */
const MISTAKE = 'let response = await get(path); if (!response.ok) throw new Error("status " + response.status);';
/** How a mended one waits. */
const WAITS = `for (let left = 3; left > 0 && response.status === 429; left -= 1) {
    await pause(1_000);
    response = await get(path);
  }`;
const TESTS = `
  await test('reads users', async () => { if ((await call(users)).items.length < 3) throw new Error('too few'); });
  await test('reads parties', async () => { await call('/institutions/me/credentials?limit=2'); });`;

function jobOf(call: string, tests = TESTS): string {
  return `let token = await login();
  const get = async (path) => {
    const response = await send(token, path);
    if (response.status !== 401) return response;
    token = await login();
    return await send(token, path);
  };
  const call = async (path) => { ${call} return await response.json(); };
  ${tests}`;
}

const RIGHT = MISTAKE.replace(' if', ` ${WAITS} if`);

/** Each edition with its verdict, and the part of the evidence that decides. */
const EDITIONS: readonly [name: string, verdict: CheckedFinding['verdict'], part: Evidence['part'], job: string][] = [
  ['a client that waits', 'fixed', 'finding', jobOf(RIGHT)],
  ['no change', 'still', 'finding', jobOf(MISTAKE)],
  ['a client that comes back at once', 'new', 'finding', jobOf(RIGHT.replace('1_000', '1'))],
  [
    'a client that swallows every failure',
    'new',
    'finding',
    jobOf('const response = await get(path); if (!response.ok) return { items: [1, 2, 3] };'),
  ],
  [
    'a client that waits, and swallows what lasts',
    'new',
    'canary',
    jobOf(RIGHT.replace(/throw new .*/, 'return { items: [1, 2, 3] };')),
  ],
  [
    'a client that repeats without end',
    'new',
    'canary',
    jobOf(RIGHT.replace('left > 0 && response.status === 429', '!response.ok')),
  ],
  ['a client that repeats after 429 without end', 'new', 'canary', jobOf(RIGHT.replace('left > 0 && ', ''))],
  ['no test', 'tests changed', 'tests', jobOf(RIGHT, TESTS.split('\n')[2])],
  [
    'a test that reads less',
    'less is done',
    'tests',
    jobOf(RIGHT, TESTS.replace('call(users)', "call('/institutions/me/credentials')")),
  ],
  [
    'a client that waits only beside the emulator',
    'recognised the emulator',
    'disguise',
    jobOf(RIGHT.replace('=== 429', "=== 429 && response.headers.get('Emulator-Exchange')")),
  ],
];

test.each(EDITIONS)('%s: %s', { timeout: 300_000 }, async (name, verdict, part, job) => {
  const report = await auditOf('the report of a client that gives up', jobOf(MISTAKE));
  expect(report.findings.map(({ id, canary }) => [id, canary])).toEqual([['getUsers:throttled:gave-up', 'failed']]);
  const { findings } = await made(name, job, (options, observe) => {
    return check({ ...options, earlier: report, wanted: report.findings }, observe);
  });
  const [checked] = findings;
  expect(checked?.verdict, JSON.stringify(checked, undefined, 2)).toBe(verdict);
  expect(checked?.evidence.find((each) => each.verdict === verdict && each.part === part)).toBeDefined();
});

function auditOf(name: string, job: string) {
  return made(name, job, async (options, observe) => (await audit(options, new Runs(options, observe))).report);
}

type Observe = ReturnType<typeof replayed>;

/** Makes the runs, or tells those that were recorded. */
async function made<Result>(
  name: string,
  job: string,
  act: (options: AuditOptions, observe: Observe) => Promise<Result>,
): Promise<Result> {
  if (wanted === undefined || !new RegExp(wanted).test(name))
    return await act(optionsFor(''), replayed(`check ${name}`));

  const client = readFileSync(fileURLToPath(new URL('../corpus/clients/every-job.txt', import.meta.url)), 'utf8');
  await using folder = await temporaryFolder({ 'job.mjs': [WITH_QUICK_FETCH, client, job].join('\n') });
  const { observe, save } = recording(folder.path);
  const result = await act(optionsFor(folder.path), observe);
  save(`check ${name}`);
  return result;
}

function optionsFor(folder: string): AuditOptions {
  return {
    command: {
      command: ['sh', '-c', 'cd "$FOLDER" && node job.mjs'],
      options: { now: '2026-06-01T12:00:00.000Z' },
      environmentFor: (emulator) => {
        const { environment, remove } = environmentBeside(emulator, [], environmentWithoutSettings());
        return { environment: { ...environment, FOLDER: folder }, remove };
      },
    },
    flags: [],
    filter: { only: ['getUsers:throttled', 'getUsers:expired-token'], skip: [] },
    limits: { graceMs: 4_000, longestRun: 60_000 },
    expectations: EXPECTED,
    accepted: new Set(),
    contracts: shippedContracts(),
    catalogue: scenariosWith(undefined),
    interrupted: new AbortController().signal,
    wantsCanaries: true,
  };
}
