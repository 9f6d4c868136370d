/** What a check tries again: the cells of a finding, and its neighbours. */

import { groupBy } from '../../emulator/judge/series.js';
import { faultClasses } from '../expectations/fault-classes.js';
import { cellId } from '../findings/findings.js';
import { cellName, type PlanEntry } from '../plan/plan.js';
import type { ComparedTests } from './compare-tests.js';
import type { EarlierReport } from './check-in-progress.js';
import type { ReportedEntry, ReportedFinding } from '../audit-types.js';

/** Cells of a finding that are tried again. */
const MOST_CELLS = 3;

/** The classes that a careless mend breaks. A write after a reset is repeated blindly, so `reset` is for writes. */
const NEIGHBOURS: readonly string[] = ['reset', 'throttled-long', 'expired-token', 'refused-tokens', 'short-page'];

/** The lines of the report that show a finding: those of different tests first, then those of different cells. */
export function linesOf({ cells }: ReportedFinding, plan: readonly ReportedEntry[]): ReportedEntry[] {
  const shown = plan.filter(
    ({ cell, reaction }) => reaction !== undefined && cells.some((id) => id.startsWith(`${cell}:`)),
  );
  const exact = shown.filter(({ cell, reaction = '' }) => cells.includes(cellId(cell, reaction)));
  const firstOfEach = (keyOf: (line: ReportedEntry) => string): ReportedEntry[] => {
    return groupBy(exact.length > 0 ? exact : shown, keyOf).map((group) => group[0]!);
  };
  const ofTests = firstOfEach(({ test, cell }) => test ?? cell);
  return [...new Set([...ofTests, ...firstOfEach(({ cell }) => cell)])].slice(0, MOST_CELLS);
}

/** The entry of a plan that a line of the report means: the same operation and class, in the same test. */
export function entryFor<Entry extends PlanEntry>(
  { id, cell, test }: ReportedEntry,
  entries: readonly Entry[],
  nameNow: ComparedTests['nameNow'],
): Entry | undefined {
  const own = entries.filter((entry) => cellName(entry) === cell);
  const ofTest = own.filter(({ call }) => test === undefined || call.test === nameNow(test));
  return ofTest.find((entry) => entry.id === id) ?? ofTest[0];
}

/** A line of each neighbouring class at which the client of the report was right, near the finding if possible. */
export function neighboursOf(
  { cells }: ReportedFinding,
  { plan, findings }: EarlierReport,
  entryOf: (line: ReportedEntry) => PlanEntry | undefined,
): ReportedEntry[] {
  const wrong = new Set(findings.flatMap((finding) => finding.cells));
  const isKnown = (line: ReportedEntry): boolean => {
    const isRight = line.reaction !== undefined && !wrong.has(cellId(line.cell, line.reaction));
    const kind = entryOf(line)?.kind;
    return isRight && kind !== undefined && !(line.fault === 'reset' && kind === 'read');
  };
  const operations = new Set(cells.map(operationIn));
  // The canary of a 401 lasts: it shows the same at the call of the finding.
  const isRefusal = cells.some((cell) => cell.includes(':expired-token:'));
  const faults = NEIGHBOURS.filter((fault) => !(isRefusal && fault === 'refused-tokens'));
  return faults.flatMap((fault) => {
    const known = plan.filter((line) => line.fault === fault && isKnown(line));
    return known.find(({ cell }) => operations.has(operationIn(cell))) ?? known[0] ?? [];
  });
}

/** The names for a filter of everything that a check may try. */
export function namesFor(findings: readonly ReportedFinding[], plan: readonly ReportedEntry[]): string[] {
  const own = findings.flatMap((finding) => linesOf(finding, plan));
  const lines = [...own, ...own.map(firstFault), ...plan.filter(({ fault }) => NEIGHBOURS.includes(fault))];
  // The IDs match nothing: a filter without names would want everything.
  return [...findings.map(({ id }) => id), ...new Set(lines.map(({ cell, fault }) => `${operationIn(cell)}:${fault}`))];
}

function operationIn(cell: string): string {
  return cell.split(':')[0]!;
}

/** The line itself or, for a second fault, the line of the fault from which the client has to recover first. */
export function firstFault(line: ReportedEntry): ReportedEntry {
  const { after } = faultClasses().find(({ id }) => id === line.fault) ?? {};
  return after === undefined ? line : { ...line, fault: after, cell: `${operationIn(line.cell)}:${after}` };
}
