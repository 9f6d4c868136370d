/** The suite and the revisions of the service: each server is validated against the requested revision. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checksWith } from '../../../src/upstream/conformance/report/conformance-report.js';
import type { CheckResult, ConformanceReport } from '../../../src/upstream/report-types.js';
import { conformanceText } from '../../../src/upstream/conformance/report/format-report.js';
import { runConformance } from '../../../src/upstream/conformance/run-conformance.js';
import { REVISIONS, SPECIFICATION } from '../../../src/contract/contract.js';
import { type Emulator, startEmulator } from '../../../src/index.js';
import { completeRun } from './sound-run.js';

const NEXT = '2026-04';
const THROTTLING = ['gateway.retry-after'];

let specified: Emulator;
let revised: Emulator;
beforeAll(async () => {
  [specified, revised] = await Promise.all([
    startEmulator({ population: 20 }),
    startEmulator({ population: 20, revision: NEXT }),
  ]);
}, 30_000);

afterAll(() => Promise.all([specified.close(), revised.close()]));

function idsOf(checks: readonly CheckResult[]): string[] {
  return checks.map(({ id }) => id);
}

test.each(REVISIONS)('an emulator of revision %s passes every check of that revision', async (revision) => {
  const report = await runConformance({ ...completeRun(revised), revision });
  expect(checksWith(report, 'fail', 'otherwise')).toEqual([]);
  expect(idsOf(checksWith(report, 'skip', 'not-seen'))).toEqual(THROTTLING);
  expect(report.evidence.contract).toMatchObject({ revision, version: `1.1.0-${revision}` });
});

test('an emulator of the next revision also passes every check of the specification', async () => {
  const report = await runConformance(completeRun(revised));
  expect(checksWith(report, 'fail', 'otherwise')).toEqual([]);
  expect(report.evidence.contract.revision).toBe(SPECIFICATION);
});

test('a run of the specification has no checks of the next revision', async () => {
  await expect(runConformance({ ...completeRun(specified), only: ['aliases'] })).rejects.toThrow(
    'there is no group or check "aliases" of revision specification',
  );
});

test('an emulator of the specification fails only the checks of the next revision', async () => {
  const report = await runConformance({ ...completeRun(specified), revision: NEXT });
  expect(idsOf(checksWith(report, 'fail'))).toEqual([
    ...['credentials', 'scores'].map((name) => `registered-email.${name}`),
    ...['known', 'agree', 'refused'].map((name) => `aliases.${name}`),
    'points.resolveCredentials.exactly-one-of:both',
  ]);
  expect(idsOf(checksWith(report, 'otherwise'))).toEqual([
    ...['getHumanScores', 'getCredentials'].map((operation) => `registered-email.${operation}.empty`),
    'points.service:empty-parameter',
  ]);
  const unseen = checksWith(report, 'skip', 'not-seen').filter(({ id }) => !THROTTLING.includes(id));
  expect(unseen.filter(({ id }) => !/^(?:aliases|registered-email)\./.test(id))).toEqual([]);
  expect(unseen.find(({ id }) => id === 'registered-email.getCredentials.those')!.why).toBe(
    'the list shows the registered e-mail of fewer than two parties',
  );
});

test('without an alias, most look-ups by alias are skipped', async () => {
  const { alias: _, ...options } = completeRun(revised);
  const report = await runConformance({ ...options, revision: NEXT, only: ['aliases'] });
  expect(report.counts).toMatchObject({ pass: 2, 'as-guessed': 1, fail: 0 });
  expect(new Set(checksWith(report, 'skip', 'not-seen').map(({ why }) => why))).toEqual(
    new Set(['it looks a party up by alias, which no list shows; give one with --alias']),
  );
});

test('report and evidence name the revision', async () => {
  const report: ConformanceReport = await runConformance({
    ...completeRun(revised),
    revision: NEXT,
    only: ['aliases'],
  });
  expect(conformanceText(report)).toMatch(/\n7 checks of 127\.0\.0\.1:\d+, revision 2026-04: /);
  expect(report.evidence).toMatchObject({
    contract: { revision: NEXT },
    points: { 'resolveCredentials.a:matching': { verdict: 'as-guessed' } },
  });
});

test('an unknown revision is rejected with a suggestion', async () => {
  await expect(runConformance({ ...completeRun(revised), revision: '2026-05' })).rejects.toThrow(
    'there is no revision "2026-05"; did you mean "2026-04"?',
  );
});
