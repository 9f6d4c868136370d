/** The report of an audit as plain values: what all its forms show. */

import { exchangeLine } from '../../emulator/journal/exchange-line.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { detailsOf } from '../../emulator/judge/report.js';
import { AUDIT_FORMAT, AUDIT_VERSION } from '../findings/accepted-findings.js';
import type { Audit } from '../audit.js';
import { CALL_KINDS, type CallKind } from '../expectations/fault-class.js';
import { remedyFor } from '../expectations/right-reactions.js';
import { type FaultFinding, findingsOf } from '../findings/findings.js';
import { type Expectations, rightIn } from '../expectations/expectations.js';
import { placeOf } from '../plan/plan.js';
import type { Reaction } from '../expectations/reaction.js';
import { type Matrix, matrixOf } from './matrix.js';
import { asidesOf, type ReportedAside, shownBy } from './asides.js';
import { judgeCommand, repeatCommand } from './repeat-command.js';

/** The most exchanges shown before the one that met the fault, and after it. */
const SHOWN_AROUND = 6;

export interface AuditReport {
  readonly format: typeof AUDIT_FORMAT;
  readonly version: typeof AUDIT_VERSION;
  readonly command: readonly string[];
  readonly findings: readonly ReportedFinding[];
  /** What accuses nobody, but deserves a look: test gaps, notes, what was not observed. */
  readonly asides: readonly ReportedAside[];
  readonly matrix: ReportedMatrix;
  /** The right reactions to each class that occurs. */
  readonly expected: readonly ExpectedRow[];
  readonly counts: ReportedCounts;
  /** Every entry of the plan and how it ended, and what was left out of it. */
  readonly plan: readonly ReportedEntry[];
}

/** One finding, in lines. */
export interface ReportedFinding {
  /** The same in every audit of the same client: `getUsers:throttled:hung`, `without-fault:reuse-token`. */
  readonly id: string;
  /** One line. */
  readonly what: string;
  /** The call, the test, what the client did. */
  readonly details: readonly string[];
  /** A line for each exchange around the fault. */
  readonly exchanges: readonly string[];
  readonly right?: readonly Reaction[];
  readonly remedy: string;
  /** The classes of faults at operations that show it. */
  readonly cells: readonly string[];
  /** The same for people: `getUsers (500, 502, reset)`. */
  readonly shownBy: readonly string[];
  /** The command that repeats it. Absent if it needs no fault. */
  readonly repeat?: string;
  /** Whether it is accepted. */
  readonly accepted: boolean;
}

export interface ReportedMatrix {
  readonly columns: readonly string[];
  readonly rows: Matrix['rows'];
}

export interface ExpectedRow {
  readonly fault: string;
  readonly title: string;
  readonly summary: string;
  readonly reactions: Readonly<Record<CallKind, readonly Reaction[]>>;
}

export interface ReportedCounts {
  /** Classes of faults at operations, without those that the client does not reach. */
  readonly kinds: number;
  /** Those of which a reaction was observed. */
  readonly observedKinds: number;
  /** Calls with a fault. */
  readonly pairs: number;
  readonly observed: number;
  /** Not tried, because enough equal ones reacted alike. */
  readonly alike: number;
  /** Not tried, because the client fails at what comes before. */
  readonly notReachable: number;
  /** Cannot change anything. */
  readonly leftOut: number;
  readonly untried: number;
  /** One run showed a wrong reaction, and another one a right one. */
  readonly unsteady: number;
  readonly runs: number;
  /** Milliseconds. */
  readonly time: number;
  /** Why not everything was tried. */
  readonly endedEarly?: string;
}

export interface ReportedEntry {
  readonly id: string;
  readonly fault: string;
  readonly reaction?: Reaction;
  /** What the client did, of a reaction. */
  readonly what?: string;
  readonly reason?: string;
}

export interface ReportContext {
  readonly command: readonly string[];
  readonly expectations: Expectations;
  /** IDs of cells that are accepted. */
  readonly accepted: ReadonlySet<string>;
  /** Flags of `exec` with which the command of a finding repeats it. */
  readonly flags: readonly string[];
  /** Flags of the audit with which the outcome is compared. */
  readonly outcomeFlags: readonly string[];
}

export function reportOf(audit: Audit, context: ReportContext): AuditReport {
  const { command, expectations, accepted } = context;
  const { baseline, faults } = findingsOf(audit, expectations);
  const matrix = matrixOf(audit, rightIn(expectations));
  return {
    format: AUDIT_FORMAT,
    version: AUDIT_VERSION,
    command,
    findings: [
      ...baseline.map(({ id, verdict, sandboxes }) => ({
        id,
        what: `without any fault: ${verdict.title}`,
        details: [
          `in ${shortened(sandboxes.map((key) => `"${key}"`))}`,
          ...detailsOf({ ...verdict, remedy: '' }).slice(0, -1),
        ],
        exchanges: [],
        remedy: verdict.remedy ?? '',
        cells: [id],
        shownBy: [],
        repeat: judgeCommand({ ...context, command: audit.baseline.command }),
        accepted: accepted.has(id),
      })),
      ...faults.map((finding) => reportedFinding(finding, audit, context)),
    ],
    asides: asidesOf(audit),
    matrix: { columns: matrix.columns.map(({ title }) => title), rows: matrix.rows },
    expected: matrix.columns.map((fault) => ({
      fault: fault.id,
      title: fault.title,
      summary: fault.summary,
      reactions: Object.fromEntries(
        CALL_KINDS.map((kind) => [kind, expectations(fault, kind)]),
      ) as ExpectedRow['reactions'],
    })),
    counts: countsOf(audit),
    plan: planLines(audit),
  };
}

function reportedFinding(
  { id, entry, observation, cells }: FaultFinding,
  { baseline }: Audit,
  context: ReportContext,
): ReportedFinding {
  const { call, fault, kind } = entry;
  const { method, path, query } = call.exchange;
  const isSingle = baseline.sandboxes.size === 1;
  const place = `call ${call.call}${isSingle ? '' : ` in "${call.sandbox}"`}`;
  return {
    id,
    what: `${call.operation}, ${fault.summary}: ${observation.reaction}`,
    details: [
      `${method} ${path}${query === '' ? '' : `?${query}`} (${place})`,
      ...(observation.failedTest === undefined ? [] : [`test: ${observation.failedTest}`]),
      observation.what,
    ],
    exchanges: shownExchanges(observation.exchanges, observation.met),
    right: context.expectations(fault, kind),
    remedy: remedyFor(fault, kind),
    cells: cells.map((cell) => cell.id),
    shownBy: shownBy(cells.flatMap((cell) => cell.entries)),
    repeat: repeatCommand(entry, observation, { ...context, command: baseline.command }),
    accepted: cells.every((cell) => context.accepted.has(cell.id)),
  };
}

function shownExchanges(exchanges: readonly Exchange[], met: readonly number[]): string[] {
  const first = Math.max(0, exchanges.findIndex(({ id }) => id === met[0]) - SHOWN_AROUND);
  const last = exchanges.findIndex(({ id }) => id === met.at(-1)) + SHOWN_AROUND + 1;
  return [
    ...(first > 0 ? [`... ${first} before`] : []),
    ...exchanges.slice(first, last).map((exchange) => exchangeLine(exchange)),
    ...(last < exchanges.length ? [`... ${exchanges.length - last} more`] : []),
  ];
}

/** At most four texts in one. */
export function shortened(texts: readonly string[]): string {
  return texts.length <= 4 ? texts.join(', ') : `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more`;
}

function kindsOf(outcomes: Audit['outcomes']): { readonly kinds: number; readonly observedKinds: number } {
  const kinds = new Set<string>();
  const observed = new Set<string>();
  for (const { entry, observation, like, isUntried } of outcomes) {
    const place = placeOf(entry);
    if (observation !== undefined || like !== undefined || isUntried === true) kinds.add(place);
    if (observation !== undefined && observation.reaction !== 'not observed') observed.add(place);
  }
  return { kinds: kinds.size, observedKinds: observed.size };
}

function countsOf({ outcomes, leftOut, cost, endedEarly }: Audit): ReportedCounts {
  const having = (member: keyof Audit['outcomes'][number]): number =>
    outcomes.filter(({ [member]: value }) => value !== undefined).length;
  const observed = having('observation');
  const alike = having('like');
  const untried = having('isUntried');
  const unsteady = having('isUnsteady');
  return {
    ...kindsOf(outcomes),
    pairs: outcomes.length + leftOut.length,
    observed,
    alike,
    notReachable: outcomes.length - observed - alike - untried - unsteady,
    leftOut: leftOut.length,
    untried,
    unsteady,
    runs: cost.runs,
    time: Math.round(cost.time),
    ...(endedEarly !== undefined && { endedEarly }),
  };
}

function planLines({ outcomes, leftOut }: Audit): ReportedEntry[] {
  return [
    ...outcomes.map(({ entry: { id, fault }, observation, reason = '' }): ReportedEntry => {
      const { reaction, what } = observation ?? {};
      return { id, fault: fault.id, ...(reaction === undefined ? { reason } : { reaction, what: what! }) };
    }),
    ...leftOut.map(({ entry: { id, fault }, reason }): ReportedEntry => ({ id, fault: fault.id, reason })),
  ];
}
