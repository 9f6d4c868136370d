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
  const audit = { runs, baseline, schedule, isRight, catalogue, answers: new Map<string, boolean>() };

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
  // A runner that reports what a test has compared shows that the client gave an answer.
  const compared = schedule.observed.filter(({ observation: { facts } }) => facts.testCase?.compared !== undefined);
  const answered = new Set(compared.map(({ entry }) => groupOf(entry)));
  const triedGroups = schedule.entries.map(groupOf);
  // What a fault is tried at once: its group or, if the client answered, each place of the program.
  const subjectOf = (entry: PlanEntry): string => {
    const group = groupOf(entry);
    const triedCount = triedGroups.filter((other) => other === group).length;
    const wantsOtherTests = answered.has(group) && triedCount < MOST_TESTS;

    return wantsOtherTests ? `${entry.fault.id} ${placeOf(entry.call)}` : group;
  };

  const triedSubjects = new Set(schedule.entries.map(subjectOf));
  const untried = secondFaults(schedule, filter).filter((entry) => !triedSubjects.has(subjectOf(entry)));
  const oneOfEach = groupBy(untried, groupOf).map(([first]) => first!);

  // A write may be lost with the renewal that it waits for.
  const isEarly = ({ kind, fault }: PlanEntry): boolean => kind === 'read' || fault.second === 'renewal';

  schedule.add(oneOfEach.filter(isEarly), 'first');
  schedule.add(oneOfEach.filter((entry) => !isEarly(entry)));
}

/** The entries among which a second fault is tried once: those of the class at an operation, or at a kind of call. */
function groupOf(entry: PlanEntry): string {
  return mayDifferByOperation(entry) ? cellName(entry) : `${entry.fault.id} ${entry.kind}`;
}

/** Makes one run, and records what it shows of each fault. */
async function tryBatches(batches: readonly Batch[], audit: AuditInProgress): Promise<void> {
  const { schedule, baseline } = audit;
  const entries = batches.flat();
  const [entry] = entries;
  // A wrong reaction is confirmed by the command that the report would print, which may run a single test.
  const toConfirm = entries.length === 1 ? schedule.unconfirmedOf(entry!) : undefined;
  const command = toConfirm && printedCommand(entry!, toConfirm, baseline);
  const run = await runWith(entries, audit, { command });
  if (run.wasEnded) return;

  const ownsOutput = batches.length === 1;

  for (const batch of batches) {
    // If the run was ended for its duration, the fault of another batch may be to blame.
    const isOnlyFault = batch.length === 1 && (ownsOutput || !run.timedOut);
    const shown = await reactionsTo(batch, { run, ownsOutput, isOnlyFault, toConfirm }, audit);
    const checked = isOnlyFault ? await controlled(batch[0]!, shown, audit, toConfirm) : shown;
    schedule.recordBatch(batch, checked, run.timedOut);
  }
}

/** A run of a batch. `toConfirm` is what an earlier run has shown, if this run repeats it. */
type RunOfBatch = Pick<FaultedSandbox, 'run' | 'ownsOutput' | 'isOnlyFault'> & { toConfirm: Observation | undefined };

/** The reactions to a batch. If the run of a single fault does not show its reaction, the run is repeated. */
async function reactionsTo(batch: Batch, first: RunOfBatch, audit: AuditInProgress): Promise<Classification> {
  const { isOnlyFault, toConfirm } = first;
  const [entry] = batch;
  let shown = classifyRun(batch, first, audit);
  if (!isOnlyFault) return shown;

  for (let left = MOST_REPETITIONS; left > 0 && audit.runs.mayGoOn(); left -= 1) {
    const observation = shown.observations.get(entry!);
    const command = observation && nextCommand(entry!, observation, toConfirm);
    if (command === undefined) break;

    const run = await runWith(batch, audit, { command });
    if (run.wasEnded) break;

    shown = classifyRun(batch, { ...first, run, ownsOutput: true }, audit);
  }

  return shown;
}

function classifyRun(entries: Batch, { toConfirm, ...seen }: RunOfBatch, { baseline }: Running): Classification {
  // A run of one test lacks the output of the other tests.
  const isWhole = toConfirm === undefined || seen.run.command === toConfirm.facts.run.command;
  return classify({ ...seen, baseline, entries, ownsOutput: seen.ownsOutput && isWhole });
}

/**
 * The command of another run, if the last run does not show the reaction; otherwise undefined. The first that fits:
 * 1. The whole command, if the single test does not repeat what an earlier run has shown.
 * 2. The command without the limit of its test runner, if that limit may hide the reaction.
 * 3. The same command, if the fault met another call, or a call that fails anyway: tests may run in random order.
 */
function nextCommand(entry: PlanEntry, shown: Observation, toConfirm?: Observation): readonly string[] | undefined {
  const { reaction, facts, failedTest } = shown;
  const { command } = facts.run;
  const wholeCommand = toConfirm?.facts.run.command ?? command;
  const isRepeated = toConfirm === undefined || findingKey(entry, toConfirm) === findingKey(entry, shown);
  if (!isRepeated && command !== wholeCommand) return wholeCommand;

  const mayBeHidden = facts.met.length > 0 && (entry.control === undefined || failedTest !== undefined);
  const withoutLimit = reaction === 'not observed' && mayBeHidden ? withoutRunnerLimit(command) : undefined;
  if (withoutLimit !== undefined) return withoutLimit;

  const hasMetAnother = toConfirm !== undefined && !haveMetTheSame(toConfirm, shown);
  return hasMetAnother || hasMetFailingCall(entry, shown) ? command : undefined;
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
