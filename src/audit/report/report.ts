/** The report: what was found, as plain values that all forms of the report show. */

import { targetOf } from '../../common/reporting/request-target.js';
import { counted } from '../../common/reporting/phrases.js';
import { detailsOf } from '../../emulator/judge/report.js';
import type { AuditOptions, PlannedAudit } from '../audit-options.js';
import type { Baseline } from '../baseline.js';
import { remedyFor } from '../expectations/fault-class.js';
import { AUDIT } from '../../contract/documents/accepted-findings.js';
import { type BaselineFinding, type FaultFinding, type Findings, shownBy } from '../findings/findings.js';
import { cellName } from '../plan/plan.js';
import { timesIn, unreached } from '../findings/production.js';
import type { Outcome } from '../outcome.js';
import { matrixOf } from './matrix.js';
import { commandLine, judgingFlags, repeatCommand } from './repeat-command.js';
import { shownExchanges } from './shown-exchanges.js';
import type { AuditReport, ReportedCounts, ReportedEntry, ReportedFinding, Usage } from '../audit-types.js';

/** What the steps before the report have found. */
export interface AuditResult extends PlannedAudit {
  /** An outcome for every entry of the plan. */
  readonly outcomes: readonly Outcome[];
  readonly findings: Findings;
  readonly usage: Usage;
  /** Why the audit ended before every entry was tried; undefined if all were tried. */
  readonly endedEarly: string | undefined;
}

/** The report, still with secrets. */
export function reportOf(result: AuditResult, options: AuditOptions): AuditReport {
  const { baseline, outcomes, findings } = result;
  const { command, expectations, production } = options;
  return {
    ...AUDIT,
    command: command.command,
    flags: options.flagsForCheck ?? {},
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

/** The finding that the client breaks a rule without any fault. */
function withoutFault(
  { id, verdict, sandboxes }: BaselineFinding,
  { command }: Baseline,
  { accepted, flagsForExec }: AuditOptions,
): ReportedFinding {
  const names = sandboxes.map((key) => `"${key}"`);
  // A fourth name takes no more room than `and 1 more`.
  const shown = names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
  return {
    id,
    // The second run of the baseline has confirmed that the client breaks the rule.
    run: 2,
    what: `without any fault: ${verdict.title}`,
    reaction: 'misbehaved',
    // The last detail is the remedy, which the report has in a member of its own.
    details: [`in ${shown}`, ...detailsOf({ ...verdict, remedy: '' }).slice(0, -1)],
    exchanges: [],
    remedy: verdict.remedy ?? '',
    cells: [id],
    shownBy: [],
    repeat: commandLine('exec', judgingFlags(flagsForExec, verdict.rule), command),
    accepted: accepted.has(id),
  };
}

/** The finding that the client reacts wrongly to a fault. */
function withFault(
  { id, entry, observation, cells, canary }: FaultFinding,
  { sandboxes }: Baseline,
  { command: audited, expectations, accepted, flagsForExec: flags, production }: AuditOptions,
): ReportedFinding {
  const { call, fault, kind } = entry;
  const { facts, failedTest, negative, control = entry.control } = observation;
  const repeated = { observed: facts.run.command, flags, audited };
  const right = expectations(fault, kind);
  const entries = cells.flatMap((cell) => cell.entries);
  // Where production never had the fault that is shown, it may have had a similar one.
  const times = entries.map((each) => timesIn(production, each)).find((count) => count > 0);
  // The only sandbox needs no name.
  const inSandbox = sandboxes.size === 1 ? '' : ` in "${call.sandbox}"`;

  return {
    id,
    run: facts.run.number,
    what: `${call.operation}, ${fault.summary}: ${observation.reaction}`,
    reaction: observation.reaction,
    details: [
      `${call.exchange.method} ${targetOf(call.exchange)} (call ${call.call}${inSandbox})`,
      ...(failedTest === undefined ? [] : [`test: ${failedTest}`]),
      observation.what,
      ...(times === undefined ? [] : [`${counted(times, 'time')} in production`]),
    ],
    exchanges: shownExchanges(facts),
    right,
    // If giving up is right, a mended client may report the failure, and `repeat` then fails.
    ...(right.includes('gave up') && { lookFor: observation.reaction === 'stayed broken' ? ONE_TEST_FAILS : LOOK_FOR }),
    ...(canary !== undefined && { canary }),
    remedy: observation.remedy ?? remedyFor(fault, kind),
    cells: cells.map((cell) => cell.id),
    shownBy: shownBy(entries),
    repeat: repeatCommand(entry, observation, repeated),
    // The control has the same waits, but no calls that overlap. It passes, which shows that the order is to blame. If
    // the command passes with the fault, too, the exit codes of both commands show no difference.
    ...(control && observation.isSilent !== true && { control: repeatCommand(control, observation, repeated) }),
    // After a wrong answer, this command shows a true negative, such as 404, to which the client gives the same answer.
    // `exec` can show it: with the reaction `gave up`, nothing has to be compared.
    ...(negative && { alike: repeatCommand(negative, { ...observation, reaction: 'gave up' }, repeated) }),
    accepted: cells.every((cell) => accepted.has(cell.id)),
  };
}

/** Beside a finding whose `repeat` may fail although the client is mended. */
const LOOK_FOR =
  'A mended client recovers, or reports the failure, and then the command fails: look for an error that names the failure. audit --check decides.';

/** Beside a client that stayed broken, which fails in later tests, too. */
const ONE_TEST_FAILS = 'With a mended client, no test but the named one fails. audit --check decides.';

function countsOf({ outcomes, plan: { leftOut }, usage, endedEarly }: AuditResult): ReportedCounts {
  /** The number of cells: pairs of an operation and a class of faults. */
  const cellCount = (some: readonly Outcome[]): number => new Set(some.map(({ entry }) => cellName(entry))).size;
  const observed = outcomes.filter(({ observation }) => observation !== undefined);
  const decidedByOthers = outcomes.filter(({ inferred }) => inferred !== undefined);
  const untried = outcomes.filter(({ isUntried }) => isUntried === true);

  return {
    // Cells that the client does not reach are neither observed nor decided nor untried, so they do not count.
    kinds: cellCount([...observed, ...decidedByOthers, ...untried]),
    observedKinds: cellCount(observed.filter(({ observation }) => observation?.reaction !== 'not observed')),
    pairs: outcomes.length + leftOut.length,
    observed: observed.length,
    untried: untried.length,
    unsteady: outcomes.filter(({ isUnsteady }) => isUnsteady === true).length,
    runs: usage.runs,
    time: Math.round(usage.time),
    ...(endedEarly !== undefined && { endedEarly }),
  };
}

/** How each entry of the plan ended, and what was left out of the plan. */
function planLines({ outcomes, plan: { leftOut } }: AuditResult): ReportedEntry[] {
  return [...outcomes, ...leftOut].map(({ entry, reason = '', observation }: Outcome) => ({
    id: entry.id,
    fault: entry.fault.id,
    cell: cellName(entry),
    ...(entry.call.test !== undefined && { test: entry.call.test }),
    ...(observation === undefined ? { reason } : { reaction: observation.reaction }),
  }));
}
