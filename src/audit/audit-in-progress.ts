/** An audit while it runs: what its steps share, and how one of them makes a run. */

import type { Catalogue } from '../emulator/scenarios/scenario.js';
import type { Baseline } from './baseline.js';
import { classify } from './classify/classify.js';
import type { Observation } from './classify/observation.js';
import type { rightIn } from './expectations/expectations.js';
import type { Facts } from './classify/facts.js';
import { placeIn, type PlanEntry, withSelection } from './plan/plan.js';
import type { Disguise } from './run/audited-command.js';
import type { NumberedRun, Runs } from './run/runs.js';
import type { Call } from './run/calls.js';
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
  /** What controls have shown, by what they compare: a true negative gives the same answer, or a fault does no harm. */
  readonly answers: Map<string, boolean>;
  /** Whether the client breaks a rule that depends on time without any fault, too, by the ID of the rule. */
  readonly byChance: Map<string, boolean>;
}

/** A further run that checks a reaction. @returns the reaction that it leaves */
export type Control = (entry: PlanEntry, observation: Observation, audit: AuditInProgress) => Promise<Observation>;

/** Makes a run with these faults. @param disguise how the emulator hides what it is. Default: not at all */
export function runWith(
  entries: readonly PlanEntry[],
  { runs, baseline }: Pick<AuditInProgress, 'runs' | 'baseline'>,
  command = baseline.command,
  disguise?: Disguise,
): Promise<NumberedRun> {
  return runs.run({
    command,
    disguise,
    injections: entries.flatMap(({ injections }) => injections),
    meanwhile: entries.find(({ fault }) => fault.meanwhile !== undefined)?.fault.meanwhile,
    usualDuration: baseline.duration,
    wait: entries.reduce((sum, { fault }) => sum + fault.wait, 0),
  });
}

/** Makes a run with this fault alone. @returns what it shows */
export async function observeAlone(
  entry: PlanEntry,
  audit: Pick<AuditInProgress, 'runs' | 'baseline'>,
  command?: readonly string[],
  disguise?: Disguise,
): Promise<Observation> {
  const run = await runWith([entry], audit, command, disguise);
  const faulted = { run, baseline: audit.baseline, entries: [entry], isAlone: true, isOnlyOne: true };
  return classify(faulted).observations.get(entry)!;
}

/** The command that repeats a finding. It runs a single test if a fixture reported the test of the sandbox. */
export function printedCommand({ fault }: PlanEntry, { facts }: Observation, baseline: Baseline): readonly string[] {
  const { run, test } = facts;
  const isWhole = test === undefined || baseline.comparedOutput !== undefined || fault.meanwhile !== undefined;
  return isWhole ? run.command : withOnlyTest(run.command, test);
}

/** The fault at another call of the sandbox. */
export function atCall(entry: PlanEntry, call: Call, { usual }: Facts): PlanEntry {
  return { ...entry, call, injections: [{ ...entry.injections[0], at: placeIn(usual, call) }] };
}

/** The entry with a fault for this many requests, if the fault has a number of requests. */
export function withTimes(entry: PlanEntry, times: number): PlanEntry {
  return withSelection(entry, entry.injections[0].selection.replace(/times=\d+/, `times=${times}`));
}

/** What a control has shown, which needs to be shown once. @param compared what tells the control from others */
export async function isKnown(
  { answers }: AuditInProgress,
  compared: readonly unknown[],
  control: () => Promise<boolean>,
): Promise<boolean> {
  const key = JSON.stringify(compared);
  const known = answers.get(key) ?? (await control());
  answers.set(key, known);

  return known;
}
