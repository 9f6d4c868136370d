/**
 * Notes about a plan before it is tried: names that match nothing, and how much there is to try. A plan has an entry
 * for each fault at each call of the command.
 */

import type { PlannedAudit } from '../../audit/audit-options.js';
import { faultClasses } from '../../audit/expectations/fault-classes.js';
import type { PlanFilter } from '../../audit/audit-types.js';
import { faultNames } from '../../audit/plan/plan.js';
import { closest, nearest } from '../../contract/suggestions.js';
import { shippedContracts } from '../../start/shipped.js';
import { UsageError } from '../terminal/failure.js';

/** With fewer faults to try, an audit prints no note about their number. */
const FEW_FAULTS = 50;

/** The classes of faults, each in one line: its name for `--only`, the head of its column, what the client meets. */
export function faultList(): string {
  const width = Math.max(...faultClasses().map(({ id }) => id.length));
  const lines = faultClasses().map(({ id, title, summary }) => {
    return `${id.padEnd(width)}  ${title.padEnd(14)}  ${summary}\n`;
  });
  return lines.join('');
}

/** Refuses mistyped names of faults and operations, which would leave nothing to try. @throws UsageError */
export function checkFilter({ only, skip }: PlanFilter): void {
  const { faults, operations } = knownNames();
  for (const name of [...only, ...skip]) {
    const flag = `${flagWith(name, only)} ${name}`;
    // A name has one of these forms: `getUsers:throttled`, `getUsers`, `throttled`, or a part of the name of a test.
    const [operation = '', fault] = name.split(':');
    if (fault !== undefined && operations.includes(operation) && !faults.includes(fault))
      throw new UsageError(`${flag}: there is no such fault${nearest(fault, faults)}`);
    if (name.length < SHORTEST_TYPO) continue;

    const similar = closest(name, [...faults, ...operations]);
    if (similar !== undefined && similar !== name)
      throw new UsageError(`${flag}: there is no such fault or operation; did you mean "${similar}"?`);
  }
}

/**
 * The number of characters from which a name counts as a typo if it is similar to a fault or an operation. A shorter
 * name may be similar by chance: it may be a part of the name of a test.
 */
const SHORTEST_TYPO = 7;

/** The flag in which the user has written the name. */
function flagWith(name: string, only: readonly string[]): string {
  return only.includes(name) ? '--only' : '--skip';
}

/** The names that a filter may have. */
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
  const known = new Set([...faults, ...operations]);
  // A known name that matches no call of the command is no mistake: the command does not call every operation.
  const mistyped = plan.unmatched.find((name) => name.split(':').some((part) => !known.has(part)));
  if (mistyped !== undefined) throw new UsageError(unmatchedNote(mistyped, planned, filter));

  const notes = plan.unmatched.map((name) => unmatchedNote(name, planned, filter));
  if (plan.entries.length + plan.leftOut.length === 0)
    throw new UsageError(notes[0] ?? 'the names of --only and --skip leave nothing to try');

  return plan.entries.length < FEW_FAULTS ? notes : [...notes, extentNote(planned)];
}

/** The note that a name matches nothing, with a similar name if there is one. */
function unmatchedNote(name: string, { baseline }: PlannedAudit, { only }: PlanFilter): string {
  const calls = [...baseline.sandboxes.values()].flatMap((sandbox) => sandbox.calls);
  const operations = [...new Set(calls.map(({ operation }) => operation))];
  const flag = `${flagWith(name, only)} ${name}`;

  return `${flag}: no call of the command has this operation, fault or test${nearest(name, operations)}`;
}

/** How much there is to try. */
function extentNote({ plan, baseline }: PlannedAudit): string {
  const duration = (baseline.duration / 1_000).toFixed(1);
  const extent = `${plan.entries.length} faults to try, and a run takes ${duration} s`;

  return `${extent}; the most telling come first, so --minutes 3 says most`;
}
