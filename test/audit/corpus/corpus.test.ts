/**
 * Jobs that react to a fault in one way, with the right result beside each, in `cases/`. Their runs are recorded in
 * `runs/`: `RECORD='swallowed' npx vitest run test/audit/corpus` makes those anew whose name matches.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { audit, type AuditOptions } from '../../../src/audit/audit.js';
import { EXPECTED } from '../../../src/audit/expectations/expectations.js';
import type { AuditReport } from '../../../src/audit/report/report.js';
import { textReport } from '../../../src/audit/report/text-report.js';
import { Runs } from '../../../src/audit/run/runs.js';
import { environmentBeside } from '../../../src/cli/exec/trust.js';
import { scenariosWith, shippedContracts } from '../../../src/start/shipped.js';
import { environmentWithoutSettings } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../../quick-fetch.js';
import { recording, replayed } from './recorded-runs.js';

/** A job, what is tried, and the right result. */
interface Case {
  readonly only: string;
  /** JavaScript behind `clients/every-job.txt`, and behind that of `with`. */
  readonly job: string;
  readonly with?: string;
  /** Further files. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the shell runs. Default: the job. */
  readonly shell?: string;
  readonly before?: string;
  readonly compare?: string;
  readonly kill?: boolean;
  /** Whether the clock of the sandbox runs. Default: no. */
  readonly running?: boolean;
  /** Seconds. Default: 10. */
  readonly patience?: number;
  /** IDs of the findings. */
  readonly findings: readonly string[];
  /** The operations and faults of asides, by reaction, in order. */
  readonly asides?: Readonly<Record<string, readonly string[]>>;
  /** The reactions in the plan, each once. */
  readonly reactions?: readonly string[];
  /** How many runs it takes. */
  readonly runs?: number;
  /** What the report for people contains, and what it does not. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
const CASES = readdirSync(`${HERE}cases`).flatMap((file) =>
  Object.entries(parse(readFileSync(`${HERE}cases/${file}`, 'utf8')) as Readonly<Record<string, Case>>),
);
const wanted = process.env['RECORD'];
const isRecorded = (name: string): boolean => wanted !== undefined && new RegExp(wanted).test(name);

function optionsOf({
  shell = '{job}',
  only,
  before,
  compare,
  kill = false,
  running = false,
  patience = 10,
}: Case): AuditOptions {
  return {
    command: {
      command: ['sh', '-c', `cd "$FOLDER" && ${shell.replaceAll('{job}', 'node job.mjs')}`],
      before,
      compare,
      // A clock that stands still makes equal bodies, which are written once.
      options: running ? {} : { now: '2026-06-01T12:00:00.000Z' },
      environmentFor: () => {
        throw new Error('a recorded run needs no environment');
      },
    },
    flags: [],
    filter: { only: only.split(','), skip: [], kill },
    limits: { graceMs: patience * 1_000, longestRun: 600_000 },
    expectations: EXPECTED,
    accepted: new Set(),
    contracts: shippedContracts(),
    catalogue: scenariosWith(undefined),
    interrupted: new AbortController().signal,
  };
}

async function reportOf(name: string, one: Case): Promise<AuditReport> {
  const options = optionsOf(one);
  if (!isRecorded(name)) return (await audit(options, new Runs(options, replayed(name)))).report;

  const client = (file: string): string => readFileSync(`${HERE}clients/${file}.txt`, 'utf8');
  const beginning = [WITH_QUICK_FETCH, client('every-job'), ...(one.with === undefined ? [] : [client(one.with)])];
  await using folder = await temporaryFolder({ 'job.mjs': [...beginning, one.job].join('\n'), ...one.files });
  const command: AuditOptions['command'] = {
    ...options.command,
    environmentFor: (emulator) => {
      const { environment, remove } = environmentBeside(emulator, [], environmentWithoutSettings());
      return { environment: { ...environment, FOLDER: folder.path }, remove };
    },
  };
  const { observe, save } = recording(folder.path);
  const { report } = await audit({ ...options, command }, new Runs({ ...options, command }, observe));
  save(name);
  return report;
}

/** The operations and faults of asides, by reaction. */
function asidesOf({ asides }: AuditReport): NonNullable<Case['asides']> {
  const reactions = [...new Set(asides.map(({ reaction }) => reaction))];
  return Object.fromEntries(
    reactions.map((reaction) => [
      reaction,
      asides.flatMap((aside) => (aside.reaction === reaction ? aside.shownBy : [])).toSorted(),
    ]),
  );
}

test.each(CASES)('%s', { timeout: 300_000 }, async (name, one) => {
  const { findings, asides, reactions, runs, says = [], saysNot = [] } = one;
  const report = await reportOf(name, one);
  expect(report.findings.map(({ id }) => id)).toEqual(findings);
  if (asides !== undefined) expect(asidesOf(report)).toEqual(asides);
  if (reactions !== undefined)
    expect([...new Set(report.plan.flatMap(({ reaction }) => reaction ?? []))].toSorted()).toEqual(reactions);
  if (runs !== undefined) expect(report.counts.runs).toBe(runs);
  for (const { what, details } of report.findings)
    expect([what, ...details].join(' ').split(' ').length).toBeLessThanOrEqual(60);
  const text = textReport(report, 1_000);
  for (const part of says) expect(text).toContain(part);
  for (const part of saysNot) expect(text).not.toContain(part);
});
