/** Notes about a plan before it is tried: names that match nothing, and how much there is to try. */

import type { PlannedAudit } from '../../audit/audit-options.js';
import { faultClasses } from '../../audit/expectations/fault-classes.js';
import type { PlanFilter } from '../../audit/audit-types.js';
import { faultNames } from '../../audit/plan/plan.js';
import { closest, nearest } from '../../contract/suggestions.js';
import { shippedContracts } from '../../start/shipped.js';
import { UsageError } from '../terminal/failure.js';

/** Faults that an audit tries without a note about their number. */
const FEW_FAULTS = 50;

/** The classes of faults, each in one line: its name for `--only`, the head of its column, what the client meets. */
export function faultList(): string {
  const width = Math.max(...faultClasses().map(({ id }) => id.length));
  return faultClasses()
    .map(({ id, title, summary }) => `${id.padEnd(width)}  ${title.padEnd(14)}  ${summary}\n`)
    .join('');
}

/** Refuses mistyped names of faults and operations, which would leave nothing to try. @throws UsageError */
export function checkFilter({ only, skip }: PlanFilter): void {
  const { faults, operations } = knownNames();
  for (const text of [...only, ...skip]) {
    const name = `${only.includes(text) ? '--only' : '--skip'} ${text}`;
    const [operation = '', fault] = text.split(':');
    if (fault !== undefined && operations.includes(operation) && !faults.includes(fault))
      throw new UsageError(`${name}: there is no such fault${nearest(fault, faults)}`);

    // Any other name may be a part of the name of a test.
    const meant = text.length < SHORTEST_TYPO ? undefined : closest(text, [...faults, ...operations]);
    if (meant !== undefined && meant !== text)
      throw new UsageError(`${name}: there is no such fault or operation; did you mean "${meant}"?`);
  }
}

/** The length of a name from which it may be a typo: a shorter name is similar to a fault or an operation by chance. */
const SHORTEST_TYPO = 7;

function knownNames(): Readonly<Record<'faults' | 'operations', readonly string[]>> {
  return { faults: [...faultNames()], operations: [...shippedContracts().base.operations.keys()] };
}

/**
 * The notes, each in one line.
 * @throws UsageError if the filter leaves nothing to try, or a name means no operation, no fault and no test
 */
export function planNotes(planned: PlannedAudit, filter: PlanFilter): string[] {
  const { plan } = planned;
  const { faults, operations } = knownNames();
  // A known name that the command does not meet is only noted.
  const mistyped = plan.unmatched.find(
    (name) => !name.split(':').every((part) => [...faults, ...operations].includes(part)),
  );
  if (mistyped !== undefined) throw new UsageError(unmatchedNote(mistyped, planned, filter));

  const unmatched = plan.unmatched.map((name) => unmatchedNote(name, planned, filter));
  if (plan.entries.length + plan.leftOut.length === 0)
    throw new UsageError(unmatched[0] ?? 'the names of --only and --skip leave nothing to try');

  return [...unmatched, ...(plan.entries.length < FEW_FAULTS ? [] : [extentNote(planned)])];
}

function unmatchedNote(name: string, { baseline }: PlannedAudit, { only }: PlanFilter): string {
  const calls = [...baseline.sandboxes.values()].flatMap((sandbox) => sandbox.calls);
  const operations = [...new Set(calls.map(({ operation }) => operation))];
  const flag = only.includes(name) ? '--only' : '--skip';

  return `${flag} ${name}: no call of the command has this operation, fault or test${nearest(name, operations)}`;
}

function extentNote({ plan, baseline }: PlannedAudit): string {
  const duration = (baseline.duration / 1_000).toFixed(1);
  return `${plan.entries.length} faults to try, and a run takes ${duration} s; the most telling come first, so --minutes 3 says most`;
}
