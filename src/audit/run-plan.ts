/** Runs the command with the faults of a plan, and classifies what each run shows. */

import { isFailure } from '../emulator/journal/outcome.js';
import { requestInAnyRun } from '../emulator/judge/same-request.js';
import type { Catalogue } from '../emulator/scenarios/scenario.js';
import { type AuditInProgress, printedCommand, runWith } from './audit-in-progress.js';
import type { Baseline } from './baseline.js';
import { classify } from './classify/classify.js';
import { type Classification, findingKey, type Observation } from './classify/observation.js';
import { controlled } from './controls.js';
import { type Expectations, rightIn } from './expectations/expectations.js';
import type { Batch } from './plan/batch.js';
import type { PlanEntry, PlanFilter } from './plan/plan.js';
import { entriesOf, type Production } from './findings/production.js';
import { secondFaults } from './second-faults.js';
import { mostTellingFirst } from './plan/telling-order.js';
import type { NumberedRun, Progress } from './run/runs.js';
import { withoutRunnerLimit } from './run/test-runners.js';
import type { Outcome } from './outcome.js';
import { Schedule } from './schedule.js';

export interface RunPlanOptions {
  /** Which reactions are right. */
  readonly expectations: Expectations;
  readonly catalogue: Catalogue;
  readonly filter: PlanFilter;
  /** The traffic of the service, whose situations are tried first. Default: none. */
  readonly production?: Production | undefined;
  /** Called after each run. */
  readonly onProgress?: (progress: Progress) => void;
}

/** How often the run of a single fault is repeated if it does not show the reaction. */
const MOST_REPETITIONS = 3;

/**
 * @returns an outcome for each entry, even if the audit ends early. {@link Runs.failure} has the error that ended it.
 */
export async function runPlan(
  entries: readonly PlanEntry[],
  { runs, baseline }: Pick<AuditInProgress, 'runs' | 'baseline'>,
  { expectations, catalogue, filter, production, onProgress }: RunPlanOptions,
): Promise<readonly Outcome[]> {
  const isRight = rightIn(expectations);
  const known = {
    answers: new Map<string, boolean>(),
    byChance: new Map<string, boolean>(),
    paired: new Set<string>(),
  };
  const telling = mostTellingFirst(entries);
  const first = production === undefined ? [] : entriesOf(telling, production);
  const schedule = new Schedule([...new Set([...first, ...telling])], {
    isRight,
    // The output of --compare belongs to the whole command.
    reportsTests: (key) =>
      baseline.comparedOutput === undefined && (baseline.sandboxes.get(key)?.tests.length ?? 0) > 0,
  });
  const audit = { runs, baseline, schedule, isRight, catalogue, ...known };
  try {
    for (let batches = schedule.next(); batches.length > 0 && runs.mayGoOn(); batches = schedule.next()) {
      await tryBatches(batches, audit);
      if (schedule.areDecided(first)) addSecondFaults(audit, filter);
      const { decided, pending } = schedule;
      onProgress?.({ runs: runs.usage.runs, decided, planned: decided + pending });
    }
  } catch (error) {
    runs.endBecause(error);
  }
  return schedule.outcomesAtEnd(runs.endedEarly);
}

/**
 * Schedules second faults where the client recovered from the first: one of each class for each kind of call. Those of
 * reads are next.
 */
function addSecondFaults({ schedule, baseline, paired }: AuditInProgress, filter: PlanFilter): void {
  const { observed } = schedule;
  const lost = observed.find(({ entry, observation }) => entry.kind === 'token' && observation.reaction === 'gave up');
  const attempts = lost?.observation.attempts;
  const keyOf = ({ fault, kind }: PlanEntry): string => `${fault.id} ${kind}`;
  const added = observed.flatMap(({ entry, observation }) => {
    const sandbox = baseline.sandboxes.get(entry.call.sandbox)!;
    return secondFaults({ entry, observation, sandbox, filter, attempts });
  });
  for (const entry of added) {
    if (paired.has(keyOf(entry))) continue;
    paired.add(keyOf(entry));
    // Clients treat a response to any call alike, but seldom repeat a write.
    schedule.add([entry], entry.kind === 'read');
  }
}

/** Makes one run, and records what it shows of each fault. */
async function tryBatches(batches: readonly Batch[], audit: AuditInProgress): Promise<void> {
  const { schedule, baseline } = audit;
  const [entry, ...others] = batches.flat();
  const seen = others.length === 0 ? schedule.seenOf(entry!).at(-1) : undefined;
  const run = await runWith([entry!, ...others], audit, seen && printedCommand(entry!, seen, baseline));
  if (run.wasEnded) return;
  const isOnlyOne = batches.length === 1;
  for (const batch of batches) {
    const isAlone = batch.length === 1 && (isOnlyOne || !run.timedOut);
    const shown = await reactionsTo(batch, { run, isOnlyOne, isAlone, seen }, audit);
    const checked = isAlone ? await controlled(batch[0]!, shown, audit, seen) : shown;
    schedule.recordBatch(batch, checked, run.timedOut);
  }
}

interface RunOfBatch {
  readonly run: NumberedRun;
  readonly isOnlyOne: boolean;
  readonly isAlone: boolean;
  /** What an earlier run has shown, if this one repeats it. */
  readonly seen: Observation | undefined;
}

/** The reactions to a batch. If the run of a single fault does not show its reaction, the run is repeated. */
async function reactionsTo(entries: Batch, first: RunOfBatch, audit: AuditInProgress): Promise<Classification> {
  const { isAlone, seen } = first;
  let { run, isOnlyOne } = first;
  for (let repetitions = 0; ; repetitions += 1) {
    // A run of one test lacks the output of the other tests.
    const isWhole = seen === undefined || run.command === seen.command;
    const { baseline } = audit;
    const shown = classify({ run, baseline, entries, isAlone, isOnlyOne: isOnlyOne && isWhole });
    const mayRepeat = isAlone && repetitions < MOST_REPETITIONS && audit.runs.mayGoOn();
    const [entry] = entries;
    const observation = mayRepeat ? shown.observations.get(entry!) : undefined;
    const command = observation && commandForMore(entry!, observation, { baseline, seen });
    const again = command && (await runWith(entries, audit, command));
    if (again === undefined || again.wasEnded) return shown;
    [run, isOnlyOne] = [again, true];
  }
}

/**
 * The command of another run, if the last run does not show the reaction; otherwise undefined. The first that fits:
 * 1. The whole command, if the single test does not repeat what an earlier run has shown.
 * 2. The command without the limit of its test runner, if that limit may hide the reaction.
 * 3. The same command, if the fault met another call, or one that fails anyway: tests may run in random order.
 */
function commandForMore(
  entry: PlanEntry,
  observation: Observation,
  { baseline, seen }: Pick<AuditInProgress, 'baseline'> & Pick<RunOfBatch, 'seen'>,
): readonly string[] | undefined {
  const { command, reaction, met, failedTest } = observation;
  const hasFailed = failedTest !== undefined;
  const isRepeated = seen === undefined || findingKey(entry, seen) === findingKey(entry, observation);
  if (!isRepeated && command !== seen.command) return seen.command;
  const isHidden = reaction === 'not observed' && met.length > 0 && (entry.control === undefined || hasFailed);
  const unlimited = isHidden ? withoutRunnerLimit(command) : undefined;
  const isOther =
    hasMetFailingCall(entry, observation, baseline) || (seen !== undefined && !haveMetTheSame(seen, observation));
  return unlimited ?? (isOther ? command : undefined);
}

/** Whether the fault met, instead of the planned call, a call that fails without the fault, too. */
function hasMetFailingCall({ call }: PlanEntry, { exchanges, met }: Observation, { sandboxes }: Baseline): boolean {
  const first = exchanges.find(({ id }) => id === met[0]);
  if (first === undefined || isFailure(call.exchange)) return false;
  const { calls } = sandboxes.get(call.sandbox)!;
  return calls.some(({ identity, exchange }) => identity === requestInAnyRun(first) && isFailure(exchange));
}

/** Whether the fault met the same request of the same test in both runs: tests may run in random order. */
function haveMetTheSame(one: Observation, other: Observation): boolean {
  const requestOf = ({ exchanges, met: [first] }: Observation): string | undefined => {
    const exchange = exchanges.find(({ id }) => id === first);
    return exchange && requestInAnyRun(exchange);
  };
  return one.metIn === other.metIn && requestOf(one) === requestOf(other);
}
