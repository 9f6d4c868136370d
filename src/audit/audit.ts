/** Audits a command: runs it without faults, then with every fault that may happen to it, and says how it reacts. */

import type { Contract } from '../contract/contract.js';
import type { Contracts } from '../contract/variants/contracts.js';
import type { Catalogue } from '../emulator/scenarios/scenario.js';
import { type Baseline, type BaselineSandbox, runBaseline } from './baseline.js';
import { classifyAlone, classifyTogether, type Observation } from './classify/classify.js';
import type { Expectations } from './expectations/expectations.js';
import { isRight as isAmongRight } from './classify/is-right.js';
import { firstsAmong, type Pairs, pairsAfter } from './plan/pairs.js';
import { injectionsOf, type LeftOut, type Plan, type PlanEntry, type PlanFilter, planOf } from './plan/plan.js';
import { type Limits, longestRun } from './run/limits.js';
import type { AuditedCommand, ObservedRun } from './run/perform-run.js';
import { Runs, type RunsCost } from './run/runs.js';
import { type Outcome, Schedule } from './plan/schedule.js';
import { withoutRunnerLimit } from './run/test-runners.js';

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
  const { baseline, usualOutputs } = await runBaseline(() => runs.perform([], limits.longestRun), interrupted);
  const plan = planOf(baseline, options.filter, options);
  const estimate = plan.entries.length * RUNS_PER_ENTRY * (baseline.duration + USUAL_WAIT);
  options.onPlanned?.({ plan, baseline, estimate });
  const trial = { ...options, runs, baseline, usualOutputs };
  const outcomes = await tryAll(plan.entries, ({ call }) => baseline.sandboxes.get(call.sandbox)!, trial);
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
  /** What the command prints without faults, each time. */
  readonly usualOutputs: readonly string[];
}

/** What an entry is compared with: its sandbox without faults or, of a pair, with the first fault. */
type SandboxOf = (entry: PlanEntry) => BaselineSandbox;

/** @returns an outcome for each, also if the audit ends early */
async function tryAll(planned: readonly PlanEntry[], sandboxOf: SandboxOf, trial: Trial): Promise<readonly Outcome[]> {
  const { runs, baseline, limits, expectations, onProgress } = trial;
  const schedule = new Schedule(planned, {
    isRight: (entry, observation) => isAmongRight(entry, observation, expectations),
    // The outcome is one of the whole command.
    reportsTests: (key) => baseline.outcome === undefined && (baseline.sandboxes.get(key)?.tests.length ?? 0) > 0,
  });
  for (;;) {
    const companies = schedule.next();
    if (companies.length === 0) break;
    const entries = companies.flatMap((company) => company.entries);
    const run = runs.mayGoOn()
      ? await runs.perform(entries.flatMap(injectionsOf), limitOf(entries, baseline, limits))
      : undefined;
    if (run === undefined || run.wasEnded) {
      schedule.putBack(companies);
      break;
    }
    for (const company of companies) {
      const [first, ...others] = company.entries;
      const isAlone = others.length === 0 && (companies.length === 1 || !run.timedOut);
      const isOnlyOne = companies.length === 1;
      if (isAlone) schedule.settle(first!, await observed(first!, { run, isOnlyOne }, sandboxOf, trial));
      else {
        const faulted = {
          run,
          baseline: sandboxOf(first!),
          usualOutputs: trial.usualOutputs,
          usualOutcome: trial.baseline.outcome,
          entries: company.entries,
          isOnlyOne,
        };
        schedule.takeDown(company, classifyTogether(faulted), run.timedOut);
      }
    }
    onProgress?.(progressOf(schedule, planned, runs.cost));
  }
  const reason = runs.endedEarly ?? '';
  return [...schedule.outcomes, ...schedule.pending.map((entry): Outcome => ({ entry, reason, isUntried: true }))];
}

/** The reaction to the only fault of a sandbox. If a limit of the test runner hides it, the run is made again without that limit. */
async function observed(
  entry: PlanEntry,
  { run, isOnlyOne }: { readonly run: ObservedRun; readonly isOnlyOne: boolean },
  sandboxOf: SandboxOf,
  trial: Trial,
): Promise<Observation> {
  const about = {
    baseline: sandboxOf(entry),
    usualOutputs: trial.usualOutputs,
    usualOutcome: trial.baseline.outcome,
    entries: [entry],
  };
  const observation = classifyAlone({ ...about, run, isOnlyOne });
  const isHidden = observation.reaction === 'not observed' && observation.met.length > 0;
  const command = isHidden ? withoutRunnerLimit(trial.command.command) : undefined;
  if (command === undefined || !trial.runs.mayGoOn()) return observation;
  const again = await trial.runs.perform(injectionsOf(entry), limitOf([entry], trial.baseline, trial.limits), command);
  return again.wasEnded ? observation : classifyAlone({ ...about, run: again, isOnlyOne: true });
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
    outcomes: await tryAll(entries, ({ after }) => found.get(after!)!.baseline, trial),
    leftOut: all.flatMap(({ leftOut }) => leftOut),
  };
}

function limitOf(entries: readonly PlanEntry[], { duration }: Baseline, limits: Limits): number {
  const wait = entries.reduce((sum, { fault, after }) => sum + fault.wait + (after?.fault.wait ?? 0), 0);
  return longestRun(duration, wait, limits);
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
