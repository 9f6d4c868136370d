/** Audits a command: runs it without faults, then with every fault that may happen to it, and says how it reacts. */

import type { Contract } from '../contract/contract.js';
import type { Contracts } from '../contract/variants/contracts.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { type Baseline, runBaseline } from './baseline.js';
import { classify } from './classify/classify.js';
import { type LeftOut, type Plan, type PlanEntry, type PlanFilter, planOf } from './plan.js';
import { type Limits, longestRun, reasonToEnd } from './run/limits.js';
import { type AuditedCommand, type ObservedRun, performRun } from './run/perform-run.js';
import { type Outcome, Schedule } from './schedule.js';

export interface AuditOptions {
  readonly command: AuditedCommand;
  readonly filter: PlanFilter;
  readonly limits: Limits;
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
    endedEarly = reasonToEnd(limits, { runs, time: performance.now() - started }, interrupted);
    const entries = schedule.next();
    if (entries.length === 0 || endedEarly !== undefined) break;
    const observed = await run(entries, limitOf(entries, baseline, limits));
    // What was ended from outside shows nothing.
    if (observed.wasEnded) continue;
    takeDown(schedule, entries, { run: observed, baseline, usualOutput });
    options.onProgress?.(progressOf(schedule, plan, { runs, time: performance.now() - started }));
  }
  const untried = schedule.pending.map((entry): Outcome => ({ entry, reason: endedEarly ?? '', isUntried: true }));
  return {
    baseline,
    plan,
    outcomes: [...schedule.outcomes, ...untried],
    leftOut: plan.leftOut,
    cost: { runs, time: performance.now() - started, commandTime },
    endedEarly: untried.length === 0 ? undefined : endedEarly,
  };
}

function limitOf(entries: readonly PlanEntry[], { duration }: Baseline, limits: Limits): number {
  const wait = entries.reduce((sum, { fault }) => sum + fault.wait, 0);
  return longestRun(duration, wait, limits);
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
    const classification = classify({
      run,
      baseline: baseline.sandboxes.get(key)!,
      usualOutput,
      entries: own.toSorted((one, other) => one.call.call - other.call.call),
      isAlone: keys.length === 1,
      isExpected: (entry, reaction) => schedule.isExpected(entry, reaction),
    });
    return { own, ...classification };
  });
  for (const { own, found } of shown)
    for (const [entry, observation] of found) schedule.observe(entry, observation, own.length === 1);
  const isOpen = shown.every(({ found, suspects }) => found.size + suspects.length === 0);
  for (const { own, suspects } of shown) {
    // A run that showed nothing would be made again.
    const open = isOpen ? own : suspects;
    if (open.length > 0 && own[0]!.fault.variant !== undefined) schedule.halve(own);
    else for (const entry of open) schedule.suspect(entry);
  }
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
