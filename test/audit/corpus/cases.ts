/** Jobs with what is tried, in `cases/`. Their runs are recorded in `runs/`, and told again without a process. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { AuditOptions } from '../../../src/audit/audit-options.js';
import { EXPECTED } from '../../../src/audit/expectations/expectations.js';
import { situationsIn } from '../../../src/audit/expectations/situations.js';
import type { Production } from '../../../src/audit/findings/production.js';
import { environmentForCommand } from '../../../src/cli/exec/trust.js';
import { recordedService } from '../../../src/cli/running/recorded-service.js';
import { scenariosWith, shippedContracts } from '../../../src/start/shipped.js';
import { environmentWithoutSettings } from '../../cli/id-emulator.js';
import { temporaryFolder } from '../../cli/temporary-folder.js';
import { WITH_QUICK_FETCH } from '../../quick-fetch.js';
import { type Call, SERVICE, serviceHar } from '../../traffic/service-har.js';
import { recording, replayed } from './recorded-runs.js';

/** A job, what is tried, and the right result. */
export interface Case {
  /** Default: what production has, within ten runs. */
  readonly only?: string | undefined;
  /** A call that production has three times. */
  readonly production?: Omit<Call, 'at'>;
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
  /** The injections of each run, in the order of the runs. */
  readonly injected?: readonly string[];
  /** What the report for people contains, and what it does not. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
}

const HERE = fileURLToPath(new URL('.', import.meta.url));
export const CASES = readdirSync(`${HERE}cases`).flatMap((file) =>
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
    flagsForExec: [],
    filter: { only: only?.split(',') ?? [], skip: [], kill },
    limits: { graceMs: patience * 1_000, longestRun: 600_000, ...(only === undefined && { runs: 10 }) },
    expectations: EXPECTED,
    accepted: new Set(),
    contracts: shippedContracts(),
    catalogue: scenariosWith(undefined),
    interrupted: new AbortController().signal,
  };
}

/** What the situations of a case are, read from a recording. */
async function productionIn({ production }: Case): Promise<Production | undefined> {
  if (production === undefined) return undefined;

  const calls = [0, 3_000, 6_000].map((at) => ({ ...production, at }));
  await using folder = await temporaryFolder({ 'a.har': serviceHar(calls) });
  const { exchanges, lacksTimes, namesOf } = await recordedService([`${folder.path}/a.har`], { service: [SERVICE] });
  return { situations: situationsIn(exchanges, lacksTimes), exchanges, namesOf };
}

/**
 * Tells the recorded runs of a job to the audit or check that wants them. `RECORD='swallowed' npx vitest run test/audit`
 * makes those anew whose name matches.
 */
export async function made<Result>(
  name: string,
  one: Case,
  act: (options: AuditOptions, observe: ReturnType<typeof replayed>) => Promise<Result>,
): Promise<Result> {
  const options = { ...optionsOf(one), production: await productionIn(one) };
  if (!isRecorded(name)) return await act(options, replayed(name));

  const client = (file: string): string => readFileSync(`${HERE}clients/${file}.txt`, 'utf8');
  const beginning = [WITH_QUICK_FETCH, client('every-job'), ...(one.with === undefined ? [] : [client(one.with)])];
  await using folder = await temporaryFolder({ 'job.mjs': [...beginning, one.job].join('\n'), ...one.files });
  const command: AuditOptions['command'] = {
    ...options.command,
    environmentFor: (emulator) => {
      const { environment, remove } = environmentForCommand(emulator, [], environmentWithoutSettings());
      return { environment: { ...environment, FOLDER: folder.path }, remove };
    },
  };
  const { observe, save } = recording(folder.path);
  const result = await act({ ...options, command }, observe);
  save(name);
  return result;
}
