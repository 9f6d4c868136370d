/** An audit while it runs: what its steps share, and how one of them makes a run. */

import type { Catalogue } from '../emulator/scenarios/scenario.js';
import type { Baseline } from './baseline.js';
import type { Observation } from './classify/observation.js';
import type { rightIn } from './expectations/expectations.js';
import type { PlanEntry } from './plan/plan.js';
import type { NumberedRun, Runs } from './run/runs.js';
import { withOnlyTest } from './run/test-runners.js';
import type { Schedule } from './schedule.js';

/** An audit whose command has passed without faults. */
export interface AuditInProgress {
  readonly runs: Runs;
  readonly baseline: Baseline;
  readonly schedule: Schedule;
  /** Whether a reaction is among the right ones. */
  readonly isRight: ReturnType<typeof rightIn>;
  readonly catalogue: Catalogue;
  /** Second faults that were planned, by class and kind of call. */
  readonly paired: Set<string>;
  /** Empty answers that tests got after a failure, by whether a true negative gives the same. */
  readonly answers: Map<string, boolean>;
  /** Rules that depend on time, by whether runs without a fault show the client break them. */
  readonly byChance: Map<string, boolean>;
}

/** Makes a run with these faults. */
export function runWith(
  entries: readonly PlanEntry[],
  { runs, baseline }: AuditInProgress,
  command = baseline.command,
): Promise<NumberedRun> {
  return runs.run({
    command,
    injections: entries.flatMap(({ injections }) => injections),
    meanwhile: entries.find(({ fault }) => fault.meanwhile !== undefined)?.fault.meanwhile,
    usual: baseline.duration,
    wait: entries.reduce((sum, { fault }) => sum + fault.wait, 0),
  });
}

/** The command that repeats a finding: with its test only, if a runner says which one it was. */
export function printedCommand({ fault }: PlanEntry, seen: Observation, baseline: Baseline): readonly string[] {
  const { command, test } = seen;
  const isWhole = test === undefined || baseline.comparedOutput !== undefined || fault.meanwhile !== undefined;
  return isWhole ? command : withOnlyTest(command, test);
}
