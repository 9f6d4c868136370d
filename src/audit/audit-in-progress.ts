/** An audit while it runs: what its steps share, and how a step makes a run. */

import type { Catalogue } from '../emulator/scenarios/scenario.js';
import type { Baseline } from './baseline.js';
import { classify } from './classify/classify.js';
import type { Observation } from './classify/observation.js';
import type { rightIn } from './expectations/expectations.js';
import type { Facts } from './classify/facts.js';
import type { Batch } from './plan/batch.js';
import { placeIn, type PlanEntry, withSelection } from './plan/plan.js';
import type { NumberedRun, RunChanges, Runs } from './run/runs.js';
import type { Call } from './run/calls.js';
import { withOnlyTest } from './run/test-runners.js';
import type { Schedule } from './schedule.js';

/** An audit whose command has passed without faults. */
export interface AuditInProgress {
  readonly runs: Runs;
  readonly baseline: Baseline;
  readonly schedule: Schedule;
  /** Whether a reaction is right. */
  readonly isRight: ReturnType<typeof rightIn>;
  readonly catalogue: Catalogue;
  /**
   * What controls have shown. The key says what a control compares. The value is true if a true negative gives the same
   * answer as the fault, if a fault does no harm at another call, or if the client breaks a rule without any fault.
   */
  readonly answers: Map<string, boolean>;
}

/** A control: a further run that checks a reaction. @returns the reaction after the check, which may be another one */
export type Control = (entry: PlanEntry, observation: Observation, audit: AuditInProgress) => Promise<Observation>;

/** What a single run of an audit needs. */
export type Running = Pick<AuditInProgress, 'runs' | 'baseline'>;

/** What a run has besides faults: another command than that of the baseline, a disguise, bundles. */
type OtherChanges = Pick<RunChanges, 'command' | 'disguise' | 'wantsBundles'>;

/** Makes a run with these faults. */
export function runWith(entries: Batch, audit: Running, changes: OtherChanges = {}): Promise<NumberedRun> {
  const { baseline, runs } = audit;
  const [meanwhile] = entries.flatMap(({ fault }) => fault.meanwhile ?? []);

  return runs.run({
    ...changes,
    injections: entries.flatMap(({ injections }) => injections),
    meanwhile,
    usualDuration: baseline.duration,
    wait: entries.reduce((sum, { fault }) => sum + fault.wait, 0),
  });
}

/** Makes a run with this fault alone. @returns what the run shows */
export async function observeAlone(entry: PlanEntry, audit: Running, changes?: OtherChanges): Promise<Observation> {
  const run = await runWith([entry], audit, changes);
  const faulted = { run, baseline: audit.baseline, entries: [entry], isOnlyFault: true, ownsOutput: true };

  return classify(faulted).observations.get(entry)!;
}

/** The command that repeats a finding. It runs a single test if a fixture reported the test of the sandbox. */
export function printedCommand({ fault }: PlanEntry, { facts }: Observation, baseline: Baseline): readonly string[] {
  const { run, test } = facts;
  // The outcome of a single test cannot be compared with that of the command. A killed command starts again as a whole.
  const needsAllTests = baseline.comparedOutput !== undefined || fault.meanwhile !== undefined;

  return test === undefined || needsAllTests ? run.command : withOnlyTest(run.command, test);
}

/** The fault at another call of the sandbox. */
export function atCall(entry: PlanEntry, call: Call, { usual }: Facts): PlanEntry {
  return { ...entry, call, injections: [{ ...entry.injections[0], at: placeIn(usual, call) }] };
}

/** The entry with a fault for this many requests, if the fault has a number of requests. */
export function withTimes(entry: PlanEntry, times: number): PlanEntry {
  return withSelection(entry, entry.injections[0].selection.replace(/times=\d+/, `times=${times}`));
}

/**
 * Makes a control, unless an equal control has been made before.
 * @param compared what tells the control from other controls
 * @returns what the control has shown
 */
export async function answerOnce(
  { answers }: AuditInProgress,
  compared: readonly unknown[],
  control: () => Promise<boolean>,
): Promise<boolean> {
  const key = JSON.stringify(compared);
  const answer = answers.get(key) ?? (await control());
  answers.set(key, answer);

  return answer;
}
