/** What a check tries again: the cells of a finding, and its neighbours. */

import { groupBy } from '../../emulator/judge/series.js';
import { faultClasses, lastingLike } from '../expectations/fault-classes.js';
import { cellId } from '../findings/findings.js';
import { cellName, type PlanEntry } from '../plan/plan.js';
import type { ComparedTests } from './compare-tests.js';
import type { EarlierReport } from './check-in-progress.js';
import type { ReportedEntry, ReportedFinding } from '../audit-types.js';

/** Cells of a finding that are tried again. */
const MOST_CELLS = 3;

/** The classes that a careless mend breaks, the most telling first. */
const NEIGHBOURS: readonly string[] = ['reset', 'throttled-long', 'expired-token', 'refused-tokens', 'short-page'];

/** The lines of the report that show a finding: those of different tests first, then those of different cells. */
export function linesOf({ cells }: ReportedFinding, plan: readonly ReportedEntry[]): ReportedEntry[] {
  const shown = plan.filter(
    ({ cell, reaction }) => reaction !== undefined && cells.some((id) => id.startsWith(`${cell}:`)),
  );
  const exact = shown.filter(({ cell, reaction = '' }) => cells.includes(cellId(cell, reaction)));
  const firstOfEach = (keyOf: (line: ReportedEntry) => string): ReportedEntry[] =>
    groupBy(exact.length > 0 ? exact : shown, keyOf).map((group) => group[0]!);

  const ofTests = firstOfEach(({ test, cell }) => test ?? cell);

  return [...new Set([...ofTests, ...firstOfEach(({ cell }) => cell)])].slice(0, MOST_CELLS);
}

/** The entry of a plan that a line of the report means: of the same operation and class, in the same test. */
export function entryFor(
  { id, cell, test }: ReportedEntry,
  entries: readonly PlanEntry[],
  nameNow: ComparedTests['nameNow'],
): PlanEntry | undefined {
  const own = entries.filter((entry) => cellName(entry) === cell);
  const ofTest = own.filter(({ call }) => test === undefined || call.test === nameNow(test));
  // A request near the end of a test may belong to none.
  const best = ofTest.length > 0 ? ofTest : own.filter(({ call }) => call.test === undefined);

  return best.find((entry) => entry.id === id) ?? best[0];
}

/** A line of each neighbouring class at which the client of the report was right, near the finding if possible. */
export function neighboursOf(
  finding: ReportedFinding,
  { plan, findings }: EarlierReport,
  entryOf: (line: ReportedEntry) => PlanEntry | undefined,
): ReportedEntry[] {
  const wrong = new Set(findings.flatMap(({ cells }) => cells));
  const isKnown = (line: ReportedEntry): boolean => {
    const isRight = line.reaction !== undefined && !wrong.has(cellId(line.cell, line.reaction));
    const { kind, fault } = entryOf(line) ?? {};
    const isOfWrite = kind === 'link' || kind === 'request';

    return isRight && fault !== undefined && (isOfWrite || !fault.mayHaveArrived);
  };

  const operations = new Set(finding.cells.map(operationIn));

  return besideOf(finding).flatMap((fault) => {
    const known = plan.filter((line) => line.fault === fault && isKnown(line));
    return known.find(({ cell }) => operations.has(operationIn(cell))) ?? known[0] ?? [];
  });
}

/** The neighbouring classes, and the own one: a client that repeats a read may repeat a write blindly, too. */
function besideOf({ cells }: ReportedFinding): string[] {
  const own = faultClasses().filter(({ id }) => cells.some((cell) => cell.split(':')[1] === id));
  const arrived = own.filter(({ mayHaveArrived }) => mayHaveArrived).map(({ id }) => id);
  // A canary shows what comes of a fault that lasts.
  const lasting = own.map((fault) => lastingLike(fault)?.id);

  return [...new Set([...arrived.slice(0, 1), ...NEIGHBOURS])].filter((fault) => !lasting.includes(fault));
}

/** The names for a filter of everything that a check may try. */
export function namesFor(findings: readonly ReportedFinding[], plan: readonly ReportedEntry[]): string[] {
  const own = findings.flatMap((finding) => linesOf(finding, plan));
  const beside = new Set(findings.flatMap(besideOf));
  const lines = [...own, ...own.map(firstFault), ...plan.filter(({ fault }) => beside.has(fault))];

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
