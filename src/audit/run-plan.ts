/** Runs the command with the faults of a plan, and classifies what each run shows. */

import { isFailure } from '../emulator/journal/outcome.js';
import { groupBy } from '../emulator/judge/series.js';
import type { PlanFilter } from './audit-types.js';
import type { AuditOptions } from './audit-options.js';
import { type AuditInProgress, printedCommand, type Running, runWith } from './audit-in-progress.js';
import { classify } from './classify/classify.js';
import type { FaultedSandbox } from './classify/facts.js';
import { type Classification, findingKey, type Observation } from './classify/observation.js';
import { controlled } from './controls.js';
import { rightIn } from './expectations/expectations.js';
import type { Batch } from './plan/batch.js';
import { cellName, type PlanEntry } from './plan/plan.js';
import { entriesLikeProduction } from './findings/production.js';
import { secondFaults } from './second-faults.js';
import { mayDifferByOperation, mostTellingFirst, mostTellingOf } from './plan/telling-order.js';
import { placeOf } from './run/calls.js';
import { withoutRunnerLimit } from './run/test-runners.js';
import type { Outcome } from './outcome.js';
import { Schedule } from './schedule.js';

/** How often the run of a single fault is repeated if the run does not show the reaction. */
const MOST_REPETITIONS = 3;
/** In how many tests a second fault is tried if the client answers after it. */
const MOST_TESTS = 4;

/**
 * Tries the entries of a plan until all are decided, or no further run is allowed.
 * @param entries the entries; for a check, in the order in which they are tried
 * @param most for a check: after this many runs, nothing more is tried
 * @returns an outcome for each entry, even if the audit ends early. {@link Runs.failure} has the error that ended it.
 */
export async function runPlan(
  entries: readonly PlanEntry[],
  { runs, baseline }: Running,
  { expectations, catalogue, filter, production, onProgress }: AuditOptions,
  most = Infinity,
): Promise<readonly Outcome[]> {
  const isRight = rightIn(expectations);
  const known = { answers: new Map<string, boolean>(), brokenByChance: new Map<string, boolean>() };
  const ofProduction = production === undefined ? [] : entriesLikeProduction(entries, production);
  // A check has few entries, and tries only what its findings need.
  const isCheck = most !== Infinity;
  // Classes that need a run each take long, and a second fault takes seconds.
  const isQuick = ({ fault }: PlanEntry): boolean => fault.alone !== true && fault.lasts !== true;
  const telling = isCheck ? [] : mostTellingOf(entries).filter(isQuick);
  const beforeSecondFaults = [...ofProduction, ...telling];
  const inOrder = isCheck ? entries : mostTellingFirst(entries);
  // The output of --compare belongs to the whole command, so no test can be told from it.
  const reportsTests = (key: string): boolean =>
    baseline.comparedOutput === undefined && (baseline.sandboxes.get(key)?.tests.length ?? 0) > 0;
  const schedule = new Schedule([...new Set([...ofProduction, ...inOrder])], { isRight, reportsTests });
  const audit = { runs, baseline, schedule, isRight, catalogue, ...known };

  try {
    const mayGoOn = (): boolean => runs.usage.runs < most && runs.mayGoOn();
    for (let batches = schedule.next(); batches.length > 0 && mayGoOn(); batches = schedule.next()) {
      await tryBatches(batches, audit);
      // Second faults wait until production and the most telling of the quick faults are decided.
      if (schedule.areDecided(beforeSecondFaults)) addSecondFaults(schedule, filter);
      onProgress?.({ runs: runs.usage.runs, ...schedule.progress });
    }
  } catch (error) {
    runs.endBecause(error);
  }

  return schedule.outcomesAtEnd(runs.endedEarly ?? 'its runs are used up');
}

/**
 * Schedules second faults: one of each class for each kind of call, or for each operation. Second faults of reads and
 * of renewals come before everything else, because clients seldom repeat a write. If a test compared a value after such
 * a fault, the client may have given an answer. The fault is then also tried in other tests, which may not compare
 * anything.
 */
function addSecondFaults(schedule: Schedule, filter: PlanFilter): void {
  const groupOf = (entry: PlanEntry): string =>
    mayDifferByOperation(entry) ? cellName(entry) : `${entry.fault.id} ${entry.kind}`;
  // A runner that reports what a test has compared shows that the client gave an answer.
  const compared = schedule.observed.filter(({ observation: { facts } }) => facts.testCase?.compared !== undefined);
  const answered = new Set(compared.map(({ entry }) => groupOf(entry)));
  const tried = schedule.entries.map(groupOf);
  // One entry with each key is tried: one of a group, or one of each place of the program if the client answered.
  const keyOf = (entry: PlanEntry): string => {
    const group = groupOf(entry);
    const { length: triedCount } = tried.filter((other) => other === group);
    const mayTryMore = answered.has(group) && triedCount < MOST_TESTS;

    return mayTryMore ? `${entry.fault.id} ${placeOf(entry.call)}` : group;
  };

  const known = new Set(schedule.entries.map(keyOf));
  const missing = secondFaults(schedule, filter).filter((entry) => !known.has(keyOf(entry)));
  const oneOfEach = groupBy(missing, groupOf).map(([first]) => first!);

  // A write may be lost with the renewal that it waits for.
  const isEarly = ({ kind, fault }: PlanEntry): boolean => kind === 'read' || fault.second === 'renewal';

  schedule.add(oneOfEach.filter(isEarly), 'first');
  schedule.add(oneOfEach.filter((entry) => !isEarly(entry)));
}

/** Makes one run, and records what it shows of each fault. */
async function tryBatches(batches: readonly Batch[], audit: AuditInProgress): Promise<void> {
  const { schedule, baseline } = audit;
  const entries = batches.flat();
  const [entry] = entries;
  // A wrong reaction is confirmed by the command that the report would print, which may run a single test.
  const before = entries.length === 1 ? schedule.unconfirmedOf(entry!) : undefined;
  const command = before && printedCommand(entry!, before, baseline);
  const run = await runWith(entries, audit, { command });
  if (run.wasEnded) return;

  const ownsOutput = batches.length === 1;

  for (const batch of batches) {
    // If the run was ended for its duration, the fault of another batch may be to blame.
    const isOnlyFault = batch.length === 1 && (ownsOutput || !run.timedOut);
    const shown = await reactionsTo(batch, { run, ownsOutput, isOnlyFault, before }, audit);
    const checked = isOnlyFault ? await controlled(batch[0]!, shown, audit, before) : shown;
    schedule.recordBatch(batch, checked, run.timedOut);
  }
}

/** A run of a batch. `before` is what an earlier run has shown, if this run repeats it. */
type RunOfBatch = Pick<FaultedSandbox, 'run' | 'ownsOutput' | 'isOnlyFault'> & { before: Observation | undefined };

/** The reactions to a batch. If the run of a single fault does not show its reaction, the run is repeated. */
async function reactionsTo(entries: Batch, first: RunOfBatch, audit: AuditInProgress): Promise<Classification> {
  const { isOnlyFault, before } = first;
  const { baseline, runs } = audit;
  const [entry] = entries;
  let { run, ownsOutput } = first;

  for (let repetitions = 0; ; repetitions += 1) {
    // A run of one test lacks the output of the other tests.
    const isWhole = before === undefined || run.command === before.facts.run.command;
    const shown = classify({ run, baseline, entries, isOnlyFault, ownsOutput: ownsOutput && isWhole });
    const mayRepeat = isOnlyFault && repetitions < MOST_REPETITIONS && runs.mayGoOn();
    const observation = mayRepeat ? shown.observations.get(entry!) : undefined;
    const command = observation && commandForMore(entry!, observation, before);
    const again = command && (await runWith(entries, audit, { command }));
    if (again === undefined || again.wasEnded) return shown;

    run = again;
    ownsOutput = true;
  }
}

/**
 * The command of another run, if the last run does not show the reaction; otherwise undefined. The first that fits:
 * 1. The whole command, if the single test does not repeat what an earlier run has shown.
 * 2. The command without the limit of its test runner, if that limit may hide the reaction.
 * 3. The same command, if the fault met another call, or a call that fails anyway: tests may run in random order.
 */
function commandForMore(
  entry: PlanEntry,
  observation: Observation,
  before: Observation | undefined,
): readonly string[] | undefined {
  const { reaction, facts, failedTest } = observation;
  const { command } = facts.run;
  const wholeCommand = before?.facts.run.command ?? command;
  const isRepeated = before === undefined || findingKey(entry, before) === findingKey(entry, observation);
  if (!isRepeated && command !== wholeCommand) return wholeCommand;

  const mayBeHidden = facts.met.length > 0 && (entry.control === undefined || failedTest !== undefined);
  const longer = reaction === 'not observed' && mayBeHidden ? withoutRunnerLimit(command) : undefined;
  if (longer !== undefined) return longer;

  const hasMetAnother = before !== undefined && !haveMetTheSame(before, observation);
  return hasMetAnother || hasMetFailingCall(entry, observation) ? command : undefined;
}

/** Whether the fault met, instead of the planned call, a call that fails without the fault, too. */
function hasMetFailingCall({ call }: PlanEntry, { facts: { met, identity, usual } }: Observation): boolean {
  if (met.length === 0 || isFailure(call.exchange)) return false;

  const equalCalls = usual.calls.filter((other) => other.identity === identity);
  return equalCalls.length > 0 && equalCalls.every(({ exchange }) => isFailure(exchange));
}

/** Whether the fault met the same request of the same test in both runs: tests may run in random order. */
function haveMetTheSame({ facts: one }: Observation, { facts: other }: Observation): boolean {
  const isSameTest = one.testCase?.name === other.testCase?.name;
  return isSameTest && one.identity === other.identity && one.met.length > 0 === other.met.length > 0;
}
