/** Audits a command: runs it without faults, then with every fault that may happen to it, and says how it reacts. */

import type { Contract } from '../contract/contract.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { type Baseline, runBaseline } from './baseline.js';
import { classify } from './classify/classify.js';
import { type LeftOut, type Plan, type PlanEntry, type PlanFilter, planOf } from './plan.js';
import { type AuditedCommand, type ObservedRun, performRun } from './run/perform-run.js';
import { type Outcome, Schedule } from './schedule.js';

/** How much an audit may try. */
export interface AuditLimits {
  /** Number of runs, those of the baseline included. Default: no limit. */
  readonly runs?: number | undefined;
  /** Milliseconds. Default: no limit. */
  readonly time?: number | undefined;
  /** Milliseconds that a client may take longer than without faults, beside what it is told to wait. */
  readonly patience: number;
  /** Milliseconds that a run without faults may take. */
  readonly longestRun: number;
}

export interface AuditOptions {
  readonly command: AuditedCommand;
  readonly filter: PlanFilter;
  readonly limits: AuditLimits;
  readonly contract: Contract;
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
  readonly cost: AuditCost;
  /** Why the audit ended before everything was tried; undefined if it did not. */
  readonly endedEarly: string | undefined;
}

/** What an audit took. Times in milliseconds. */
export interface AuditCost {
  /** Those of the baseline included. */
  readonly runs: number;
  readonly time: number;
  /** The time of the command itself, of all its runs. */
  readonly commandTime: number;
}

/** The rest of a run's time that is its own, in parts of the baseline. */
const SLOWER = 3;
/** Runs for each entry of a plan, as a rule: one run is for several. */
const RUNS_PER_ENTRY = 0.4;
/** Milliseconds that a client waits in a run, as a rule, because a fault demands it. */
const USUAL_WAIT = 1_000;

/** @throws NoBaseline, CommandNotFound */
export async function audit(options: AuditOptions): Promise<Audit> {
  const { command, limits, interrupted } = options;
  const started = performance.now();
  let [runs, commandTime] = [0, 0];
  const run = async (entries: readonly PlanEntry[], limit: number): Promise<ObservedRun> => {
    const injections = entries.map(({ injection }) => injection);
    const observed = await performRun(command, injections, { limit, signal: interrupted });
    runs += 1;
    commandTime += observed.duration;
    return observed;
  };
  const { baseline, usualOutput } = await runBaseline(() => run([], limits.longestRun), interrupted);
  const plan = planOf(baseline, options.filter, options);
  const estimate = plan.entries.length * RUNS_PER_ENTRY * (baseline.duration + USUAL_WAIT);
  options.onPlanned?.({ plan, baseline, estimate });
  const schedule = new Schedule(plan.entries, (key) => (baseline.sandboxes.get(key)?.tests.length ?? 0) > 0);
  let endedEarly: string | undefined;
  for (;;) {
    endedEarly = reasonToEnd(options, { runs, time: performance.now() - started });
    const entries = schedule.next();
    if (entries.length === 0 || endedEarly !== undefined) break;
    const observed = await run(entries, limitOf(entries, baseline, limits));
    // What was ended from outside shows nothing.
    if (observed.wasEnded) continue;
    takeDown(schedule, entries, { run: observed, baseline, usualOutput });
    options.onProgress?.(progressOf(schedule, plan, { runs, time: performance.now() - started }));
  }
  const untried = schedule.pending.map((entry): Outcome => ({ entry, reason: endedEarly ?? '' }));
  return {
    baseline,
    plan,
    outcomes: [...schedule.outcomes, ...untried],
    leftOut: plan.leftOut,
    cost: { runs, time: performance.now() - started, commandTime },
    endedEarly: untried.length === 0 ? undefined : endedEarly,
  };
}

function reasonToEnd(
  { limits, interrupted }: AuditOptions,
  { runs, time }: { readonly runs: number; readonly time: number },
): string | undefined {
  if (interrupted.aborted) return 'the audit was interrupted';
  if (limits.runs !== undefined && runs >= limits.runs) return `the budget of ${limits.runs} runs is used up`;
  if (limits.time !== undefined && time >= limits.time)
    return `the budget of ${limits.time / 60_000} minutes is used up`;
  return undefined;
}

function limitOf(entries: readonly PlanEntry[], { duration }: Baseline, { patience }: AuditLimits): number {
  const waits = entries.reduce((sum, { fault }) => sum + fault.wait, 0);
  return duration * SLOWER + patience + waits;
}

interface FinishedRun {
  readonly run: ObservedRun;
  readonly baseline: Baseline;
  readonly usualOutput: string;
}

function takeDown(
  schedule: Schedule,
  entries: readonly PlanEntry[],
  { run, baseline, usualOutput }: FinishedRun,
): void {
  const keys = [...new Set(entries.map(({ call }) => call.sandbox))];
  const shown = keys.map((key) => {
    const own = entries.filter(({ call }) => call.sandbox === key);
    return classify({
      run,
      baseline: baseline.sandboxes.get(key)!,
      usualOutput,
      entries: own.toSorted((one, other) => one.call.call - other.call.call),
      isAlone: keys.length === 1,
    });
  });
  for (const { found } of shown) for (const [entry, observation] of found) schedule.observe(entry, observation);
  const suspects = shown.flatMap((each) => each.suspects);
  const isOpen = suspects.length === 0 && shown.every(({ found }) => found.size === 0);
  // A run that showed nothing would be made again.
  for (const entry of isOpen ? entries : suspects) schedule.suspect(entry);
}

function progressOf(
  schedule: Schedule,
  { entries }: Plan,
  { runs, time }: { readonly runs: number; readonly time: number },
): AuditProgress {
  const decided = entries.length - schedule.pending.length;
  return {
    runs,
    decided,
    planned: entries.length,
    left: decided === 0 ? undefined : (time / decided) * schedule.pending.length,
  };
}
