/** Notes about a plan before it is tried: names that match nothing, and how long it takes. */

import type { PlannedAudit } from '../../audit/audit.js';
import { faultClasses } from '../../audit/expectations/fault-classes.js';
import type { PlanFilter } from '../../audit/plan/plan.js';
import { nearest } from '../../contract/suggestions.js';
import { shippedContracts } from '../../start/shipped.js';
import { counted } from '../../verify/report/report-text.js';
import { UsageError } from '../terminal/failure.js';

/** Runs for each entry of a plan, as a rule: one run is for several. */
const RUNS_PER_ENTRY = 0.4;
/** Milliseconds that a client waits in a run, as a rule, because a fault demands it. */
const USUAL_WAIT = 1_000;
/** Milliseconds that an audit may take without a note about its duration. */
const SHORT_AUDIT = 60_000;

/** Refuses a mistyped fault of a known operation, which would leave nothing to try. @throws UsageError */
export function checkFilter({ only, skip }: PlanFilter): void {
  const { faults, operations } = knownNames();
  for (const text of [...only, ...skip]) {
    const [operation = '', fault] = text.split(':');
    if (fault === undefined || !operations.includes(operation) || faults.includes(fault)) continue;
    throw new UsageError(`there is no fault "${fault}"${nearest(fault, faults)}`);
  }
}

function knownNames(): Readonly<Record<'faults' | 'operations', readonly string[]>> {
  return { faults: faultClasses().map(({ id }) => id), operations: [...shippedContracts().base.operations.keys()] };
}

/**
 * The notes, each in one line.
 * @throws UsageError if the filter leaves nothing to try, or a name is no operation and no fault, and matches no test
 */
export function planNotes(planned: PlannedAudit, filter: PlanFilter): string[] {
  const { plan, baseline } = planned;
  const { faults, operations } = knownNames();
  const mistyped = plan.unmatched.find(
    (name) => !name.split(':').every((part) => [...faults, ...operations].includes(part)),
  );
  if (mistyped !== undefined) throw new UsageError(unmatchedNote(mistyped, planned, filter));
  const unmatched = plan.unmatched.map((name) => unmatchedNote(name, planned, filter));
  const leftOut = baseline.leftOut.map((name) => `left out, because it sometimes fails: ${JSON.stringify(name)}`);
  if (plan.entries.length + plan.leftOut.length === 0)
    throw new UsageError(unmatched[0] ?? 'the names of --only and --skip leave nothing to try');
  const estimate = plan.entries.length * RUNS_PER_ENTRY * (baseline.duration + USUAL_WAIT);
  return [...leftOut, ...unmatched, ...(estimate < SHORT_AUDIT ? [] : [estimateNote(planned, estimate)])];
}

function unmatchedNote(name: string, { baseline }: PlannedAudit, { only }: PlanFilter): string {
  const calls = [...baseline.sandboxes.values()].flatMap((sandbox) => sandbox.calls);
  const operations = [...new Set(calls.map(({ operation }) => operation))];
  const flag = only.includes(name) ? '--only' : '--skip';
  return `${flag} ${name}: no call of the command has this operation, fault or test${nearest(name, operations)}`;
}

function estimateNote({ plan, baseline }: PlannedAudit, estimate: number): string {
  const duration = (baseline.duration / 1_000).toFixed(1);
  const minutes = counted(Math.ceil(estimate / 60_000), 'minute');
  return `${plan.entries.length} faults to try, and a run takes ${duration} s: about ${minutes} without --budget or --minutes`;
}
