/** `id-emulator audit`: runs a command with every recoverable failure, and reports how its client reacts. */

import type { Command } from 'commander';
import { shellQuote } from '../../common/reporting/commands.js';
import { type Audit, audit } from '../../audit/audit.js';
import type { AuditOptions } from '../../audit/audit-options.js';
import { EXPECTED, readExpectations } from '../../audit/expectations/expectations.js';
import { situationsIn } from '../../audit/expectations/situations.js';
import { AUDIT } from '../../contract/documents/accepted-findings.js';
import { junitReport } from '../../audit/report/junit-report.js';
import type { Production } from '../../audit/findings/production.js';
import type { AuditReport } from '../../audit/audit-types.js';
import { textReport } from '../../audit/report/text-report.js';
import { kebabCase } from '../../emulator/option-spec.js';
import { scenariosWith, shippedContracts } from '../../start/shipped.js';
import { acceptedIn, refuseNew, writeAccepted } from '../terminal/accepted.js';
import { CheckError, UsageError } from '../terminal/failure.js';
import { progressTo, type Terminal } from '../terminal/terminal.js';
import { printReport, refuseUnwritable, refuseUnwritableFolder, writeReport } from '../terminal/write-report.js';
import type { Actions, Call, FlagsOf } from '../settings/declared-command.js';
import { checkFindings, findingsToCheck, readEarlierReport } from './check.js';
import { checkFilter, faultList, planNotes } from './plan-notes.js';
import { flagsForCheck, flagsForExec, restoreFlags } from './repeated-command.js';
import { interruptible, limitsFrom, repeatedCommand } from './repeated-command.js';
import { saveFindings } from './save-findings.js';

/** The widest report for people, in characters. */
const WIDTH = 80;

/** The flags of the command, besides the flags of the emulator. */
type AuditFlags = FlagsOf<'audit'>;

export const PREPARE = {
  /** With `--check`, the command takes over the flags of the earlier audit, before settings are read from flags. */
  audit: (command: Command): unknown =>
    command.hook('preAction', () => {
      const { check } = command.opts<AuditFlags>();
      if (check !== undefined) restoreFlags(command, readEarlierReport(check).flags);
    }),
};

export const ACTIONS: Actions<'audit'> = {
  audit: (call) => interruptible(call.terminal, () => execute(call)),
};

/** Runs the audit, or the check of an earlier one. @throws CheckError if there are findings that are not accepted */
async function execute(call: Call<'audit'>): Promise<void> {
  const { flags, terminal } = call;
  if (flags.list === true) {
    terminal.print(faultList());
    return;
  }

  // Mistakes in flags and files are told before the first run.
  const toCheck = flags.check === undefined ? undefined : findingsToCheck(flags.check, flags);
  const options = await checkedOptions(call);

  terminal.rewriteLine?.('running the command twice without faults');
  if (toCheck !== undefined) return checkFindings({ ...options, ...toCheck }, flags, terminal);

  const result = await audit(options);
  // The progress line makes room for the report.
  terminal.rewriteLine?.('');
  await printAudit(result, flags, terminal);
  if (!terminal.interrupted.aborted) failIfWrong(result.report, flags, result.runs.failure);
}

/**
 * Checks all flags and files before anything runs, and builds the options of the audit.
 * @throws UsageError, DocumentError if a flag or a file is wrong
 */
async function checkedOptions(call: Call<'audit'>): Promise<AuditOptions> {
  const { flags, settings, terminal } = call;
  const { before, compare, expect, only, skip } = flags;
  const kill = flags.kill === true;
  const expectations = expect === undefined ? EXPECTED : readExpectations(expect);
  const accepted = acceptedIn(flags, AUDIT);
  const command = repeatedCommand('audit', call);

  checkFilter(flags);
  if (flags.check === undefined && flags.finding.length > 0)
    throw new UsageError('--finding: expected --check, the report that has the finding');

  const unused = (['save', 'writeAccepted'] as const).find((name) => flags[name] !== undefined);
  if (flags.check !== undefined && unused !== undefined)
    throw new UsageError(`--${kebabCase(unused)}: expected no --check, which only says what is mended`);

  if (kill && compare === undefined)
    throw new UsageError('--kill: expected --compare, a command that prints the outcome');

  if (flags.junit !== undefined) refuseUnwritable(flags.junit, inputsOf(flags));
  if (flags.save !== undefined) refuseUnwritableFolder(flags.save);
  const production = await productionIn(flags);

  const showProgress = progressTo(terminal);
  return {
    command: { ...command, before, compare },
    flagsForExec: flagsForExec(call.command),
    flagsForCheck: flagsForCheck(call.command),
    // A canary shows a later check whether a test notices an outage. Only a report in JSON can be checked later.
    wantsCanaries: flags.json === true,
    filter: { only, skip, kill },
    limits: limitsFrom(flags),
    expectations,
    accepted,
    production,
    contracts: shippedContracts(),
    catalogue: scenariosWith(settings.scenarios),
    interrupted: terminal.interrupted,
    // The notes appear in lines of their own, in place of the progress line.
    onPlanned: (planned) => {
      terminal.rewriteLine?.('');
      for (const line of planNotes(planned, flags)) terminal.printError(`id-emulator: ${line}\n`);
    },
    onProgress: ({ runs, decided, planned }) => showProgress(`run ${runs}: ${decided} of ${planned} faults`),
  };
}

/** Prints the report, and writes the files that the flags name. */
async function printAudit(result: Audit, flags: AuditFlags, terminal: Terminal): Promise<void> {
  const { report } = result;
  const { columns = 0 } = terminal.screen ?? {};
  // A terminal that does not know its width reports 0.
  const width = columns === 0 ? WIDTH : Math.min(columns, WIDTH);

  printReport(report, () => textReport(report, width), flags, terminal);
  const { runnable = (text: string) => text } = terminal;
  if (flags.junit !== undefined) writeReport(flags.junit, runnable(junitReport(report)));

  if (flags.save !== undefined && (await saveFindings(flags.save, result)) > 0)
    terminal.printError(`id-emulator: to look at the findings: id-emulator inspect ${shellQuote(flags.save)}\n`);

  const found = report.findings.map(({ id, what, cells }) => ({ id, what, cells }));
  writeAccepted(flags, found, terminal, AUDIT);
}

/** The files that the flags name to be read. */
function inputsOf({ check, accept, expect, traffic = [] }: AuditFlags): string[] {
  return [check, accept, expect, ...traffic].filter((file) => file !== undefined);
}

/** The traffic of the service. @throws UsageError if one of two flags is missing, or the files have no such traffic */
async function productionIn(flags: AuditFlags): Promise<Production | undefined> {
  const { traffic, service, tokenUrl } = flags;
  if (traffic === undefined && service === undefined && tokenUrl === undefined) return undefined;
  if (traffic === undefined || service === undefined)
    throw new UsageError('--traffic names recordings of the service, and --service its address; give both');

  const { recordedService } = await import('../running/recorded-service.js');
  const { exchanges, lacksTimes, namesOf } = await recordedService(traffic, flags);
  return { situations: situationsIn(exchanges, lacksTimes), exchanges, namesOf };
}

/**
 * @param failure the error that ended the audit
 * @throws CheckError if findings are not accepted, or tests have gaps with `--strict-tests`
 * @throws Error the failure of the audit, if no finding is to be reported first
 * @throws UsageError if nothing was observed
 */
function failIfWrong(report: AuditReport, flags: AuditFlags, failure: Error | undefined): void {
  const { findings, asides, unreached = [], counts } = report;
  // A kind is a class of faults at an operation: the client timed out in `getUsers`, for example.
  const { kinds, observedKinds, endedEarly } = counts;
  const note = endedEarly === undefined ? '' : '; not everything was tried';
  const newFindings = findings.filter(({ accepted }) => !accepted);
  refuseNew(flags, newFindings.length, note);
  if (failure !== undefined) throw failure;
  if (observedKinds === 0 && kinds > 0) throw new UsageError(`no reaction was observed${note}`);

  // Asides accuse nobody. A test gap among them says that a test passes whatever the client does.
  const gaps = asides.filter(({ reaction }) => reaction === 'test gap').flatMap(({ shownBy }) => shownBy);
  const allGaps = [...gaps, ...unreached];
  if (flags.strictTests === true && allGaps.length > 0) throw new CheckError(`test gaps: ${allGaps.join(', ')}`);
}
