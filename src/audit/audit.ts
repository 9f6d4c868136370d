/** Audits a command: runs it without faults, then with every fault that may happen to it, and says how it reacts. */

import type { Contract } from '../contract/contract.js';
import type { Contracts } from '../contract/variants/contracts.js';
import type { Catalogue } from '../emulator/scenarios/scenario.js';
import { type Baseline, type BaselineSandbox, runBaseline } from './baseline.js';
import { classify } from './classify/classify.js';
import type { Expectations } from './expectations/expectations.js';
import { isRight as isAmongRight } from './classify/is-right.js';
import { firstsAmong, type Pairs, pairsAfter } from './plan/pairs.js';
import { injectionsOf, type LeftOut, type Plan, type PlanEntry, type PlanFilter, planOf } from './plan/plan.js';
import { type Limits, longestRun } from './run/limits.js';
import type { AuditedCommand, ObservedRun } from './run/perform-run.js';
import { Runs, type RunsCost } from './run/runs.js';
import { type Outcome, Schedule } from './plan/schedule.js';
import { afterSecondLook, type IsRight, toSeeAgain } from './plan/second-look.js';

export interface AuditOptions {
  readonly command: AuditedCommand;
  readonly filter: PlanFilter;
  /** Whether to try a second fault at the calls that a fault has made the client send. */
  readonly pairs: boolean;
  readonly limits: Limits;
  /** Which reactions are right. */
  readonly expectations: Expectations;
  readonly contract: Contract;
  readonly contracts: Contracts;
  readonly catalogue: Catalogue;
  /** Ends the audit early; it then tells what it knows. */
  readonly interrupted: AbortSignal;
  /** Called when it is known what to try, before anything is tried. What it throws ends the audit. */
  readonly onPlanned?: (planned: PlannedAudit) => void;
  /** Called after each run. */
  readonly onProgress?: (progress: AuditProgress) => void;
}

/** What an audit is about to try. */
export interface PlannedAudit {
  readonly plan: Plan;
  readonly baseline: Baseline;
  /** Milliseconds that it may take, without the limits. */
  readonly estimate: number;
}

export interface AuditProgress {
  readonly runs: number;
  readonly decided: number;
  readonly planned: number;
  /** Milliseconds that the rest may take; undefined as long as nothing is known. */
  readonly left: number | undefined;
}

/** What an audit has found. */
export interface Audit {
  readonly baseline: Baseline;
  readonly plan: Plan;
  /** An outcome for every entry of the plan. */
  readonly outcomes: readonly Outcome[];
  readonly leftOut: readonly LeftOut[];
  readonly cost: RunsCost;
  /** Why the audit ended before everything was tried; undefined if it did not. */
  readonly endedEarly: string | undefined;
}

/** Runs for each entry of a plan, as a rule: one run is for several. */
const RUNS_PER_ENTRY = 0.4;
/** Milliseconds that a client waits in a run, as a rule, because a fault demands it. */
const USUAL_WAIT = 1_000;

/** @throws NoBaseline, CommandNotFound */
export async function audit(options: AuditOptions): Promise<Audit> {
  const { limits, interrupted } = options;
  const runs = new Runs(options);
  const { baseline, usualOutput } = await runBaseline(() => runs.perform([], limits.longestRun), interrupted);
  const plan = planOf(baseline, options.filter, options);
  const estimate = plan.entries.length * RUNS_PER_ENTRY * (baseline.duration + USUAL_WAIT);
  options.onPlanned?.({ plan, baseline, estimate });
  const trial = { ...options, runs, baseline, usualOutput };
  const outcomes = await tryTwice(plan.entries, ({ call }) => baseline.sandboxes.get(call.sandbox)!, trial);
  const second = options.pairs ? await trySecondFaults(firstsAmong(outcomes), trial) : { outcomes: [], leftOut: [] };
  return {
    baseline,
    plan,
    outcomes: [...outcomes, ...second.outcomes],
    leftOut: [...plan.leftOut, ...second.leftOut],
    cost: runs.cost,
    endedEarly: runs.endedEarly,
  };
}

/** An audit whose command has passed without faults. */
interface Trial extends AuditOptions {
  readonly runs: Runs;
  readonly baseline: Baseline;
  /** What the command prints without faults. */
  readonly usualOutput: string;
}

/** What an entry is compared with: its sandbox without faults or, of a pair, with the first fault. */
type SandboxOf = (entry: PlanEntry) => BaselineSandbox;

/** Tries the entries, and once more what is no right reaction. @returns an outcome for each, also if the audit ends early */
async function tryTwice(
  planned: readonly PlanEntry[],
  sandboxOf: SandboxOf,
  trial: Trial,
): Promise<readonly Outcome[]> {
  const first = scheduleOf(planned, trial);
  await tryEntries(first, planned, sandboxOf, trial);
  const outcomes = outcomesOf(first, trial);
  const isRight: IsRight = (entry, observation) => isAmongRight(entry, observation, trial.expectations);
  const unsure = toSeeAgain(outcomes, isRight);
  const again = unsure.map(({ entry }) => entry);
  const second = scheduleOf(again, trial);
  for (const { entry, observation } of unsure) second.foresee(entry, observation);
  await tryEntries(second, again, sandboxOf, trial);
  return afterSecondLook(outcomes, outcomesOf(second, trial), isRight);
}

function scheduleOf(entries: readonly PlanEntry[], { baseline, expectations }: Trial): Schedule {
  return new Schedule(entries, expectations, (key) => baseline.sandboxes.get(key)?.tests.length ?? 0);
}

function outcomesOf({ outcomes, pending }: Schedule, { runs }: Trial): Outcome[] {
  const reason = runs.endedEarly ?? '';
  return [...outcomes, ...pending.map((entry): Outcome => ({ entry, reason, isUntried: true }))];
}

async function tryEntries(
  schedule: Schedule,
  planned: readonly PlanEntry[],
  sandboxOf: SandboxOf,
  { runs, baseline, usualOutput, limits, onProgress }: Trial,
): Promise<void> {
  for (;;) {
    const entries = schedule.next();
    if (entries.length === 0 || !runs.mayGoOn()) break;
    const run = await runs.perform(entries.flatMap(injectionsOf), limitOf(entries, baseline, limits));
    if (run.wasEnded) continue;
    takeDown(schedule, entries, { run, sandboxOf, usualOutput });
    onProgress?.(progressOf(schedule, planned, runs.cost));
  }
}

/** Runs each of the first faults alone, and tries second ones at the calls that it makes the client send. */
async function trySecondFaults(
  firsts: readonly PlanEntry[],
  trial: Trial,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly leftOut: readonly LeftOut[] }> {
  const { runs, baseline, limits } = trial;
  const found = new Map<PlanEntry, Pairs>();
  for (const first of firsts) {
    if (!runs.mayGoOn()) break;
    const run = await runs.perform(injectionsOf(first), limitOf([first], baseline, limits));
    const pairs = run.wasEnded ? undefined : pairsAfter(first, run, trial);
    if (pairs !== undefined) found.set(first, pairs);
  }
  const all = [...found.values()];
  const entries = all.flatMap((pairs) => pairs.entries);
  return {
    outcomes: await tryTwice(entries, ({ after }) => found.get(after!)!.baseline, trial),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

function limitOf(entries: readonly PlanEntry[], { duration }: Baseline, limits: Limits): number {
  const wait = entries.reduce((sum, { fault, after }) => sum + fault.wait + (after?.fault.wait ?? 0), 0);
  return longestRun(duration, wait, limits);
}

interface FinishedRun {
  readonly run: ObservedRun;
  readonly sandboxOf: SandboxOf;
  readonly usualOutput: string;
}

function takeDown(
  schedule: Schedule,
  entries: readonly PlanEntry[],
  { run, sandboxOf, usualOutput }: FinishedRun,
): void {
  const keys = [...new Set(entries.map(({ call }) => call.sandbox))];
  const shown = keys.map((key) => {
    const own = entries.filter(({ call }) => call.sandbox === key);
    const classification = classify({
      run,
      baseline: sandboxOf(own[0]!),
      usualOutput,
      entries: own.toSorted((one, other) => one.call.call - other.call.call),
      isAlone: keys.length === 1,
      isExpected: (entry, reaction) => schedule.isExpected(entry, reaction),
    });
    return { own, ...classification };
  });
  for (const { own, found, isSure } of shown) {
    for (const [entry, observation] of found) schedule.observe(entry, observation, isSure || own.length === 1);
    schedule.recoveredFrom(own.filter((entry) => found.get(entry)?.reaction === 'recovered'));
    if (found.size === own.length) schedule.couldJudge(own);
  }
  const isOpen = shown.every(({ found, suspects }) => found.size + suspects.length === 0);
  for (const { own, found, suspects, seenOnlyOnce } of shown) {
    // A run that showed nothing would be made again.
    const open = isOpen ? own : suspects;
    if (open.length === 0) continue;
    const others = open.filter(({ fault }) => fault.variant === undefined);
    if (own.every(({ fault }) => fault.variant !== undefined)) schedule.halve(own);
    else if (own.some((entry) => entry.fault.variant !== undefined && !found.has(entry))) schedule.keepVariantsApart();
    // Each goes to the front, so that the most telling one comes first.
    for (const entry of others.toReversed())
      schedule.suspect(entry, { company: own, seenOnlyOnce: seenOnlyOnce.get(entry), hasHung: run.timedOut });
  }
}

function progressOf(schedule: Schedule, entries: readonly PlanEntry[], { runs, time }: RunsCost): AuditProgress {
  const decided = entries.length - schedule.pending.length;
  return {
    runs,
    decided,
    planned: entries.length,
    left: decided === 0 ? undefined : (time / decided) * schedule.pending.length,
  };
}
