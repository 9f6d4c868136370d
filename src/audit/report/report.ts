/** Report: what was found, as plain values that all forms of the report show. */

import { targetOf } from '../../common/reporting/request-target.js';
import { counted } from '../../common/reporting/phrases.js';
import { detailsOf } from '../../emulator/judge/report.js';
import type { Baseline } from '../baseline.js';
import type { BaselineTest } from '../expectations/asked-by-tests.js';
import type { Expectations } from '../expectations/expectations.js';
import { remedyFor } from '../expectations/fault-class.js';
import type { Reaction } from '../expectations/reaction.js';
import { AUDIT, type FindingsFormat } from '../../contract/documents/accepted-findings.js';
import { type Aside, type BaselineFinding, type FaultFinding, type Findings, shownBy } from '../findings/findings.js';
import { type Plan, cellName } from '../plan/plan.js';
import { type Production, timesIn, unreached } from '../findings/production.js';
import type { AuditedCommand } from '../run/audited-command.js';
import type { Usage } from '../run/runs.js';
import type { CanaryEnd, Outcome } from '../outcome.js';
import { type Matrix, matrixOf } from './matrix.js';
import { commandLine, judged, repeatCommand } from './repeat-command.js';
import { shownExchanges } from './shown-exchanges.js';

/** What the steps before the report have found. */
export interface AuditResult {
  readonly baseline: Baseline;
  readonly plan: Plan;
  /** An outcome for every entry of the plan. */
  readonly outcomes: readonly Outcome[];
  readonly findings: Findings;
  readonly usage: Usage;
  /** Why the audit ended before every entry was tried; undefined if every one was. */
  readonly endedEarly: string | undefined;
}

export interface AuditReport extends FindingsFormat {
  readonly command: readonly string[];
  /** The flags of the audit by the names of options, so that a check makes the same runs. Secrets are left out. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The tests that pass without a fault, with what each asks for. */
  readonly tests: readonly BaselineTest[];
  readonly findings: readonly ReportedFinding[];
  readonly asides: readonly Aside[];
  readonly matrix: Matrix;
  readonly counts: ReportedCounts;
  /** What production has, and the tests never reach, in lines. Absent without traffic. */
  readonly unreached?: readonly string[];
  /** Every entry of the plan and how it ended, and what was left out of it. */
  readonly plan: readonly ReportedEntry[];
}

/** One finding, in lines. */
export interface ReportedFinding {
  /** An ID such as `getUsers:throttled:hung` or `without-fault:reuse-token`, equal in every audit. */
  readonly id: string;
  /**
   * The number of the run that confirmed the finding: 2, the second run of the baseline, if the finding needs no fault.
   */
  readonly run: number;
  /** The finding in one line. */
  readonly what: string;
  /** The call, the test, what the client did. */
  readonly details: readonly string[];
  /** A line for each exchange around the fault. */
  readonly exchanges: readonly string[];
  readonly right?: readonly Reaction[];
  /** What to look for if `repeat` may fail although the client is mended. */
  readonly lookFor?: string;
  /** How the command ended with an outage without end at this call. */
  readonly canary?: CanaryEnd;
  readonly remedy: string;
  /** The classes of faults at operations that show it. */
  readonly cells: readonly string[];
  /** Operations and classes for people, as in `getUsers (500, 502, reset)`. */
  readonly shownBy: readonly string[];
  /** The command that repeats the finding. */
  readonly repeat?: string;
  /** The command that passes, with the same waits, although `repeat` fails. Only for calls that overlap. */
  readonly control?: string;
  /** The command with a true negative, to which the client gives the same answer. Only for a wrong answer. */
  readonly alike?: string;
  /** Whether all cells of the finding are accepted. */
  readonly accepted: boolean;
}

export interface ReportedCounts {
  /** Classes of faults at operations. Classes that the client does not reach are left out. */
  readonly kinds: number;
  /** Kinds of which a reaction was observed. */
  readonly observedKinds: number;
  /** Calls with a fault: `plan` says how each of them ended. */
  readonly pairs: number;
  readonly observed: number;
  /** Calls whose turn did not come. */
  readonly untried: number;
  /** Calls of which one run showed a wrong reaction, and another one a right one. */
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
  /** The operation and the class, as in `getUsers:throttled`. */
  readonly cell: string;
  /** Name of the test that makes the call, if it is known. */
  readonly test?: string;
  readonly reaction?: Reaction;
  /** Why there is no reaction. */
  readonly reason?: string;
}

export interface ReportOptions {
  readonly command: AuditedCommand;
  readonly expectations: Expectations;
  /** IDs of cells that are accepted. */
  readonly accepted: ReadonlySet<string>;
  /** Flags of `exec` with which the command of a finding repeats it. */
  readonly flags: readonly string[];
  /** The flags of the audit, for a later check. Default: none. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** The traffic of the service. Default: none. */
  readonly production?: Production | undefined;
}

export function reportOf(result: AuditResult, options: ReportOptions): AuditReport {
  const { baseline, outcomes, findings } = result;
  const { command, expectations, production } = options;
  return {
    ...AUDIT,
    command: command.command,
    flags: options.given ?? {},
    tests: baseline.tests,
    findings: [
      ...findings.baseline.map((finding) => withoutFault(finding, baseline, options)),
      ...findings.faults.map((finding) => withFault(finding, baseline, options)),
    ],
    asides: findings.asides,
    matrix: matrixOf(outcomes, expectations),
    counts: countsOf(result),
    ...(production && { unreached: unreached(production, baseline, result.plan.entries) }),
    plan: planLines(result),
  };
}

function withoutFault(
  { id, verdict, sandboxes }: BaselineFinding,
  { command }: Baseline,
  { accepted, flags }: ReportOptions,
): ReportedFinding {
  const names = sandboxes.map((key) => `"${key}"`);
  const shown = names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
  return {
    id,
    run: 2,
    what: `without any fault: ${verdict.title}`,
    details: [`in ${shown}`, ...detailsOf({ ...verdict, remedy: '' }).slice(0, -1)],
    exchanges: [],
    remedy: verdict.remedy ?? '',
    cells: [id],
    shownBy: [],
    repeat: commandLine('exec', judged(flags, verdict.rule), command),
    accepted: accepted.has(id),
  };
}

function withFault(
  { id, entry, observation, cells, canary }: FaultFinding,
  { command, sandboxes }: Baseline,
  { command: audited, expectations, accepted, flags, production }: ReportOptions,
): ReportedFinding {
  const { call, fault, kind } = entry;
  const right = expectations(fault, kind);
  const times = timesIn(production, entry);
  const place = `call ${call.call}${sandboxes.size === 1 ? '' : ` in "${call.sandbox}"`}`;
  return {
    id,
    run: observation.run,
    what: `${call.operation}, ${fault.summary}: ${observation.reaction}`,
    details: [
      `${call.exchange.method} ${targetOf(call.exchange)} (${place})`,
      ...(observation.failedTest === undefined ? [] : [`test: ${observation.failedTest}`]),
      observation.what,
      ...(times === 0 ? [] : [`${counted(times, 'time')} in production`]),
    ],
    exchanges: shownExchanges(observation.exchanges, observation.met),
    right,
    ...(right.includes('gave up') && { lookFor: LOOK_FOR }),
    ...(canary !== undefined && { canary }),
    remedy: observation.remedy ?? remedyFor(fault, kind),
    cells: cells.map((cell) => cell.id),
    shownBy: shownBy(cells.flatMap((cell) => cell.entries)),
    repeat: repeatCommand(entry, observation, { command, flags, audited }),
    ...(entry.control &&
      observation.isSilent !== true && {
        control: repeatCommand(entry.control, observation, { command, flags, audited }),
      }),
    ...(observation.negative && {
      alike: repeatCommand(observation.negative, { ...observation, reaction: 'gave up' }, { command, flags, audited }),
    }),
    accepted: cells.every((cell) => accepted.has(cell.id)),
  };
}

const LOOK_FOR =
  'A mended client recovers, or reports the failure, and then the command fails: look for an error that names the failure. audit --check decides.';

function countsOf({ outcomes, plan: { leftOut }, usage, endedEarly }: AuditResult): ReportedCounts {
  const kindsIn = (some: readonly Outcome[]): number => new Set(some.map(({ entry }) => cellName(entry))).size;
  const observed = outcomes.filter(({ observation }) => observation !== undefined);
  const untried = outcomes.filter(({ isUntried }) => isUntried === true);
  return {
    kinds: kindsIn([...observed, ...outcomes.filter(({ like }) => like !== undefined), ...untried]),
    observedKinds: kindsIn(observed.filter(({ observation }) => observation?.reaction !== 'not observed')),
    pairs: outcomes.length + leftOut.length,
    observed: observed.length,
    untried: untried.length,
    unsteady: outcomes.filter(({ isUnsteady }) => isUnsteady === true).length,
    runs: usage.runs,
    time: Math.round(usage.time),
    ...(endedEarly !== undefined && { endedEarly }),
  };
}

function planLines({ outcomes, plan: { leftOut } }: AuditResult): ReportedEntry[] {
  return [...outcomes, ...leftOut].map(({ entry, reason = '', observation }: Outcome) => ({
    id: entry.id,
    fault: entry.fault.id,
    cell: cellName(entry),
    ...(entry.call.test !== undefined && { test: entry.call.test }),
    ...(observation === undefined ? { reason } : { reaction: observation.reaction }),
  }));
}
