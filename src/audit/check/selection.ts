/** What a check tries again: the cells of a finding, and its neighbours. */

import { groupBy } from '../../emulator/judge/series.js';
import { faultClasses, lastingLike } from '../expectations/fault-classes.js';
import { cellId } from '../findings/findings.js';
import { cellName, type PlanEntry } from '../plan/plan.js';
import type { ComparedTests } from './compare-tests.js';
import type { EarlierReport } from './check-in-progress.js';
import type { ReportedEntry, ReportedFinding } from '../audit-types.js';

/** The largest number of cells of a finding that are tried again. */
const MOST_CELLS = 3;

/** A client that waits one second after 429, whatever `Retry-After` says, is not mended: this class shows it. */
const LONG_PAUSE = 'throttled-long';

/** The neighbours: classes of faults that a careless mend breaks, the most telling first. */
const NEIGHBOURS: readonly string[] = ['reset', LONG_PAUSE, 'expired-token', 'refused-tokens', 'short-page'];

/** The lines of the plan in the report that show a finding: first of different tests, then of different cells. */
export function planLinesOf({ cells }: ReportedFinding, plan: readonly ReportedEntry[]): ReportedEntry[] {
  const isOfFinding = (cell: string): boolean => cells.some((id) => id.startsWith(`${cell}:`));
  const inCells = plan.filter(({ cell, reaction }) => reaction !== undefined && isOfFinding(cell));
  const withReaction = inCells.filter((line) => cells.some((id) => hasReaction(id, line)));
  const lines = withReaction.length > 0 ? withReaction : inCells;
  const firstOfEach = (keyOf: (line: ReportedEntry) => string): ReportedEntry[] =>
    groupBy(lines, keyOf).map(([first]) => first!);
  const ofTests = firstOfEach(({ test, cell }) => test ?? cell);

  return [...new Set([...ofTests, ...firstOfEach(({ cell }) => cell)])].slice(0, MOST_CELLS);
}

/** Whether the ID of a finding's cell names the reaction in this line. The line does not say which rule was broken. */
function hasReaction(id: string, { cell, reaction }: ReportedEntry): boolean {
  return reaction !== undefined && `${id}:`.startsWith(`${cellId(cell, { reaction })}:`);
}

/** The entry of a plan that a line of the report means: the entry of its cell in the same test. */
export function entryFor(
  { id, cell, test }: ReportedEntry,
  entries: readonly PlanEntry[],
  nameNow: ComparedTests['nameNow'],
): PlanEntry | undefined {
  const ofCell = entries.filter((entry) => cellName(entry) === cell);
  const ofTest = ofCell.filter(({ call }) => test === undefined || call.test === nameNow(test));
  // A request near the end of a test may belong to no test in this run.
  const candidates = ofTest.length > 0 ? ofTest : ofCell.filter(({ call }) => call.test === undefined);

  return candidates.find((entry) => entry.id === id) ?? candidates[0];
}

/** A line of each neighbouring class at which the client of the report was right, near the finding if possible. */
export function neighboursOf(
  finding: ReportedFinding,
  { plan, findings }: EarlierReport,
  entryOf: (line: ReportedEntry) => PlanEntry | undefined,
): ReportedEntry[] {
  const wrong = findings.flatMap(({ cells }) => cells);
  // Only a cell at which the client was right can be broken. Faults after which a read is repeated tell nothing.
  const canBreak = (line: ReportedEntry): boolean => {
    const wasRight = line.reaction !== undefined && !wrong.some((id) => hasReaction(id, line));
    const { kind, fault } = entryOf(line) ?? {};
    const isOfWrite = kind === 'link' || kind === 'request';

    return wasRight && fault !== undefined && (isOfWrite || !fault.mayHaveArrived);
  };

  const operations = new Set(finding.cells.map(operationIn));

  const neighbours = neighbouringClasses(finding).flatMap((fault) => {
    const lines = plan.filter((line) => line.fault === fault && canBreak(line));
    return lines.find(({ cell }) => operations.has(operationIn(cell))) ?? lines[0] ?? [];
  });

  return [...longPause(finding, plan), ...neighbours];
}

/** For a finding about a pause, a line with a long pause at its operation. Empty if the audit tried a long pause. */
function longPause(finding: ReportedFinding, plan: readonly ReportedEntry[]): ReportedEntry[] {
  const wasTried = plan.some(({ fault, reaction }) => fault === LONG_PAUSE && reaction !== undefined);
  const pauses = faultClasses().flatMap(({ id, trouble }) => (trouble === 'pause' ? id : []));
  const paused = wasTried ? undefined : planLinesOf(finding, plan).find(({ fault }) => pauses.includes(fault));
  if (paused === undefined) return [];

  const cell = `${operationIn(paused.cell)}:${LONG_PAUSE}`;
  return [{ ...paused, fault: LONG_PAUSE, cell, reaction: 'not observed' }];
}

/**
 * The neighbouring classes. If the fault of the finding may have reached the service, its own class is one of them: a
 * client that learned to repeat a read may also repeat a write blindly.
 */
function neighbouringClasses({ cells }: ReportedFinding): string[] {
  const own = faultClasses().filter(({ id }) => cells.some((cell) => cell.split(':')[1] === id));
  const arrived = own.filter(({ mayHaveArrived }) => mayHaveArrived).map(({ id }) => id);
  // A canary shows what comes of a fault that lasts.
  const lasting = own.map((fault) => lastingLike(fault)?.id);

  return [...new Set([...arrived.slice(0, 1), ...NEIGHBOURS])].filter((fault) => !lasting.includes(fault));
}

/** The names for a filter of everything that a check may try. */
export function namesFor(findings: readonly ReportedFinding[], plan: readonly ReportedEntry[]): string[] {
  const own = findings.flatMap((finding) => planLinesOf(finding, plan));
  const neighbours = new Set(findings.flatMap(neighbouringClasses));
  const longPauses = findings.flatMap((finding) => longPause(finding, plan));
  const near = plan.filter(({ fault }) => neighbours.has(fault));
  const lines = [...own, ...own.map(firstFault), ...near, ...longPauses];
  const names = new Set(lines.map(({ cell, fault }) => `${operationIn(cell)}:${fault}`));

  // IDs of findings match no entry. They are here because a filter without any name would want everything.
  return [...findings.map(({ id }) => id), ...names];
}

/** `getUsers` in `getUsers:throttled`. */
function operationIn(cell: string): string {
  return cell.split(':')[0]!;
}

/** For a second fault, the line of the fault from which the client has to recover first. Otherwise, the line itself. */
export function firstFault(line: ReportedEntry): ReportedEntry {
  const { after } = faultClasses().find(({ id }) => id === line.fault) ?? {};
  return after === undefined ? line : { ...line, fault: after, cell: `${operationIn(line.cell)}:${after}` };
}
