/** Audits a command: runs it without faults, then with every fault that may happen to it, and says how it reacts. */

import { type Baseline, runBaseline } from './baseline.js';
import { classifyAlone, classifyTogether, type Observation } from './classify/classify.js';
import { type FaultedSandbox, isFailure } from './classify/facts.js';
import { type Expectations, rightIn } from './expectations/expectations.js';
import { habitOf } from './classify/finding-key.js';
import { identityOf } from './run/calls.js';
import { type LeftOut, type Plan, type PlanEntry, type PlanFilter, type PlanningContext, planOf } from './plan/plan.js';
import { type Limits, Runs, type Spent, longestRun } from './run/runs.js';
import type { AuditedCommand, ObservedRun } from './run/run-command.js';
import type { Outcome } from './schedule/outcome.js';
import { type Company, Schedule } from './schedule/schedule.js';
import { withOnlyTest, withoutRunnerLimit } from './run/test-runners.js';

export interface AuditOptions extends PlanningContext {
  readonly command: AuditedCommand;
  readonly filter: PlanFilter;
  /** How many runs go side by side. */
  readonly jobs: number;
  /** What an earlier audit of the same command has observed: its right reactions need not be observed again. */
  readonly known: readonly KnownReaction[];
  readonly limits: Limits;
  /** Which reactions are right. */
  readonly expectations: Expectations;
  /** Ends the audit early; it then tells what it knows. */
  readonly interrupted: AbortSignal;
  /** Called when it is known what to try, before anything is tried. What it throws ends the audit. */
  readonly onPlanned?: (planned: PlannedAudit) => void;
  /** Called after each run. */
  readonly onProgress?: (progress: AuditProgress) => void;
}

/** A reaction that an earlier audit has observed. */
export interface KnownReaction extends Pick<Observation, 'reaction' | 'what'> {
  /** Of the entry of the plan. */
  readonly id: string;
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
  readonly cost: Spent;
  /** Why the audit ended before everything was tried; undefined if it did not. */
  readonly endedEarly: string | undefined;
}

/** Runs for each entry of a plan, as a rule: one run is for several. */
const RUNS_PER_ENTRY = 0.4;
/** Milliseconds that a client waits in a run, as a rule, because a fault demands it. */
const USUAL_WAIT = 1_000;
/** Runs of a fault by itself that are made again because they show nothing of it. */
const MOST_REPETITIONS = 3;

/** @throws NoBaseline, CommandNotFound */
export async function audit(options: AuditOptions): Promise<Audit> {
  const { limits, interrupted } = options;
  const runs = new Runs(options);
  const run = (instead?: readonly string[]): Promise<ObservedRun> => runs.perform([], limits.longestRun, { instead });
  const { baseline, usualOutputs } = await runBaseline(run, interrupted, true);
  const plan = planOf(baseline, options.filter, options);
  const estimate = plan.entries.length * RUNS_PER_ENTRY * (baseline.duration + USUAL_WAIT);
  options.onPlanned?.({ plan, baseline, estimate });
  const outcomes = await tryAll(plan.entries, { ...options, runs, baseline, usualOutputs });
  return { baseline, plan, outcomes, leftOut: plan.leftOut, cost: runs.cost, endedEarly: runs.endedEarly };
}

/** An audit whose command has passed without faults. */
interface Trial extends AuditOptions {
  readonly runs: Runs;
  readonly baseline: Baseline;
  /** What the command prints without faults, each time. */
  readonly usualOutputs: readonly string[];
}

/** @returns an outcome for each, also if the audit ends early */
async function tryAll(planned: readonly PlanEntry[], trial: Trial): Promise<readonly Outcome[]> {
  const { runs, baseline, expectations, known, jobs, onProgress } = trial;
  const isRight = rightIn(expectations);
  const schedule = new Schedule(planned, {
    isRight,
    // The outcome is one of the whole command.
    reportsTests: (key) => baseline.outcome === undefined && (baseline.sandboxes.get(key)?.tests.length ?? 0) > 0,
  });
  const earlier = new Map(known.map((each) => [each.id, each]));
  for (const entry of planned) {
    const observation = earlier.get(entry.id);
    if (observation === undefined || observation.reaction === 'not observed' || !isRight(entry, observation)) continue;
    schedule.settle(entry, { ...observation, command: [], duration: 0, exchanges: [], met: [entry.call.exchange.id] });
  }
  const running = new Set<Promise<void>>();
  for (;;) {
    while (running.size < jobs) {
      const companies = schedule.next();
      if (companies.length === 0) break;
      if (!runs.mayGoOn()) {
        schedule.putBack(companies);
        break;
      }
      const attempt = tryTogether(companies, schedule, trial).finally(() => {
        running.delete(attempt);
        onProgress?.(progressOf(schedule, planned, runs.cost));
      });
      // Its failure ends the audit below, whichever run is waited for.
      attempt.catch(() => undefined);
      running.add(attempt);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  const reason = runs.endedEarly ?? '';
  return [...schedule.outcomes, ...schedule.pending.map((entry): Outcome => ({ entry, reason, isUntried: true }))];
}

/** One run, and what it shows of each fault. */
async function tryTogether(companies: readonly Company[], schedule: Schedule, trial: Trial): Promise<void> {
  const entries = companies.flat();
  const seen = entries.length === 1 ? schedule.seenOf(entries[0]!).at(-1) : undefined;
  const run = await perform(entries, trial, seen && printedCommand(entries[0]!, seen, trial));
  if (run.wasEnded) {
    schedule.putBack(companies);
    return;
  }
  const isOnlyOne = companies.length === 1;
  for (const company of companies) {
    const [first, ...others] = company;
    const isAlone = others.length === 0 && (isOnlyOne || !run.timedOut);
    if (isAlone) schedule.settle(first!, await observed(first!, { run, isOnlyOne, seen }, trial));
    else schedule.takeDown(company, classifyTogether(faulted(company, { run, isOnlyOne }, trial)), run.timedOut);
  }
}

/** The command by which a finding is repeated: with its test only, if a runner says which one it was. */
function printedCommand({ fault }: PlanEntry, { command, test }: Observation, { baseline }: Trial): readonly string[] {
  const isWhole = test === undefined || baseline.outcome !== undefined || fault.meanwhile !== undefined;
  return isWhole ? command : withOnlyTest(command, test);
}

interface RunOfCompany {
  readonly run: ObservedRun;
  readonly isOnlyOne: boolean;
  /** What an earlier run has shown, if this one repeats it. */
  readonly seen?: Observation | undefined;
}

function faulted(entries: Company, { run, isOnlyOne, seen }: RunOfCompany, trial: Trial): FaultedSandbox {
  const { baseline, usualOutputs } = trial;
  const sandbox = baseline.sandboxes.get(entries[0]!.call.sandbox)!;
  // The output of one test has not what others print.
  const isWhole = seen === undefined || run.command === seen.command;
  const of = { run, isOnlyOne: isOnlyOne && isWhole, baseline: sandbox, entries };
  return { ...of, usualOutputs, usualOutcome: baseline.outcome };
}

/** The reaction to the only fault of a sandbox. If the run does not show it, others are made. */
async function observed(entry: PlanEntry, of: RunOfCompany, trial: Trial): Promise<Observation> {
  let observation = classifyAlone(faulted([entry], of, trial));
  for (let again = 0; again < MOST_REPETITIONS && trial.runs.mayGoOn(); again += 1) {
    const command = commandForMore(entry, observation, { ...trial, seen: of.seen });
    if (command === undefined) break;
    const run = await perform([entry], trial, command);
    if (run.wasEnded) break;
    observation = classifyAlone(faulted([entry], { ...of, run, isOnlyOne: true }, trial));
  }
  return observation;
}

/**
 * The whole command if its test alone does not repeat what was seen, one without the limit of the test runner if that hides the
 * reaction, or the same if tests in random order have brought a call to the fault that fails anyway. Otherwise undefined.
 */
function commandForMore(
  entry: PlanEntry,
  observation: Observation,
  { seen, ...trial }: Trial & Pick<RunOfCompany, 'seen'>,
): readonly string[] | undefined {
  const { command, reaction, met } = observation;
  const isRepeated = seen === undefined || habitOf(entry, seen) === habitOf(entry, observation);
  if (!isRepeated && command !== seen.command) return seen.command;
  const isHidden = reaction === 'not observed' && met.length > 0;
  const unlimited = isHidden ? withoutRunnerLimit(command) : undefined;
  return unlimited ?? (hasMetFailingCall(entry, observation, trial) ? command : undefined);
}

/** Whether the fault met a call that fails without it, too, instead of the planned one, which does not. */
function hasMetFailingCall({ call }: PlanEntry, { exchanges, met }: Observation, { baseline }: Trial): boolean {
  const first = exchanges.find(({ id }) => id === met[0]);
  if (first === undefined || isFailure(call.exchange)) return false;
  const { calls } = baseline.sandboxes.get(call.sandbox)!;
  return calls.some(({ identity, exchange }) => identity === identityOf(first) && isFailure(exchange));
}

/** A run with these faults. @param instead of the usual command */
function perform(
  entries: readonly PlanEntry[],
  { runs, baseline, limits }: Trial,
  instead = baseline.command,
): Promise<ObservedRun> {
  const injections = entries.map(({ injection }) => injection);
  const wait = entries.reduce((sum, { fault }) => sum + fault.wait, 0);
  const meanwhile = entries.find(({ fault }) => fault.meanwhile !== undefined)?.fault.meanwhile;
  return runs.perform(injections, longestRun(baseline.duration, wait, limits), { instead, meanwhile });
}

function progressOf(schedule: Schedule, entries: readonly PlanEntry[], { runs, time }: Spent): AuditProgress {
  const decided = entries.length - schedule.pending.length;
  return {
    runs,
    decided,
    planned: entries.length,
    left: decided === 0 ? undefined : (time / decided) * schedule.pending.length,
  };
}
