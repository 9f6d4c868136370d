/** `id-emulator audit`: runs a command with every recoverable failure, and reports how its client reacts. */

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { acceptedText, noLongerFound, readAccepted } from '../../audit/findings/accepted-findings.js';
import { audit, type Audit, type AuditProgress } from '../../audit/audit.js';
import { EXPECTED, readExpectations } from '../../audit/expectations/expectations.js';
import { htmlReport } from '../../audit/report/html-report.js';
import { junitReport } from '../../audit/report/junit-report.js';
import { type AuditReport, reportOf } from '../../audit/report/report.js';
import { textReport } from '../../audit/report/text-report.js';
import { scenariosWith, shippedContracts } from '../../start/shipped.js';
import { EXEC_SPECS } from '../exec/exec-settings.js';
import { CheckFailed } from '../terminal/failure.js';
import { type Settings, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { refuseUnwritable, refuseUnwritableFolder, writeReport } from '../terminal/write-report.js';
import { interruptible } from './interrupts.js';
import { checkFilter, planNotes, plural } from './plan-notes.js';
import { addRunFlags, limitsFrom, listOption, repeatedCommand, type RunFlags } from './run-flags.js';
import { saveFindings } from './save-findings.js';

/** The flags beside those of the emulator. */
interface AuditFlags extends RunFlags {
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly pairs?: true;
  readonly expect?: string;
  readonly accept?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly save?: string;
}

/** Registers the command. */
export function addAuditCommand(root: Command, terminal: Terminal): void {
  // What follows the command belongs to it: `audit npm test --watch`.
  root.enablePositionalOptions();
  const command = root
    .command('audit')
    .description('run a command again and again, each time with other failures, and report how its client reacts')
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the command, and its arguments')
    .passThroughOptions()
    .addOption(
      listOption(
        '--only <names>',
        'only these operations, faults (getUsers:throttled), or tests by a part of the name',
      ),
    )
    .addOption(listOption('--skip <names>', 'leave out these operations, faults or tests'))
    .option('--pairs', 'also try a second fault at the calls that the client sends because of a first one')
    .option('--expect <file>', 'which reactions are right, where that differs from the table of the report')
    .option('--accept <file>', 'fail only on findings that this file does not list; written if there is no such file')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option('--html <file>', 'also write one self-contained HTML page to this file')
    .option('--save <folder>', 'write the exchanges of each finding to this folder, and a bundle for replay');
  addRunFlags(command, 10);
  withSettings(command, EXEC_SPECS, terminal, (settings) =>
    interruptible(terminal, () => execute(command.args, settings, command.opts<AuditFlags>(), terminal)),
  );
}

/** @throws CheckFailed if there are findings that are not accepted */
async function execute(
  command: readonly string[],
  settings: Settings,
  flags: AuditFlags,
  terminal: Terminal,
): Promise<void> {
  const expectations = flags.expect === undefined ? EXPECTED : readExpectations(flags.expect);
  const accepted = flags.accept !== undefined && existsSync(flags.accept) ? readAccepted(flags.accept) : undefined;
  const limits = limitsFrom(flags);
  const audited = repeatedCommand('audit', command, settings, flags, terminal);
  checkFilter(flags);
  for (const file of [flags.accept, flags.junit, flags.html]) if (file !== undefined) refuseUnwritable(file);
  if (flags.save !== undefined) refuseUnwritableFolder(flags.save);
  terminal.rewriteLine?.('running the command twice without faults');
  const result = await audit({
    command: audited,
    filter: { only: flags.only, skip: flags.skip },
    pairs: flags.pairs === true,
    limits,
    expectations,
    contract: shippedContracts().base,
    contracts: shippedContracts(),
    catalogue: scenariosWith(settings.scenarios),
    interrupted: terminal.interrupted,
    onPlanned: (planned) => {
      terminal.rewriteLine?.('');
      for (const line of planNotes(planned, flags)) terminal.printError(`id-emulator: ${line}\n`);
    },
    onProgress: (progress) => terminal.rewriteLine?.(progressLine(progress)),
  });
  terminal.rewriteLine?.('');
  const report = reportOf(result, { command, expectations, accepted: accepted ?? new Set() });
  terminal.print(flags.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : textReport(report));
  if (flags.junit !== undefined) writeReport(flags.junit, junitReport(report));
  if (flags.html !== undefined) writeReport(flags.html, htmlReport(report));
  const { interrupted } = terminal;
  if (flags.save !== undefined)
    await saveFindings(flags.save, { result, report, audited, limits, expectations, interrupted });
  if (!interrupted.aborted) failOnNew(report, result, flags, { accepted, terminal });
}

/** @throws CheckFailed if findings are not accepted */
function failOnNew(
  { findings }: AuditReport,
  result: Audit,
  { accept }: AuditFlags,
  { accepted, terminal }: { readonly accepted: ReadonlySet<string> | undefined; readonly terminal: Terminal },
): void {
  if (accept !== undefined && accepted === undefined) {
    writeReport(accept, acceptedText(findings.map(({ id, what }) => ({ id, what }))));
    terminal.printError(`id-emulator: wrote ${accept}, which accepts ${plural(findings.length, 'finding')}\n`);
    return;
  }
  const gone = noLongerFound(accepted ?? new Set(), findings, result);
  if (gone.length > 0)
    terminal.printError(`id-emulator: ${accept} accepts what no longer happens; remove ${gone.join(', ')}\n`);
  const left = findings.filter((finding) => !finding.accepted);
  if (left.length === 0) return;
  const which = accept === undefined ? '' : ` that ${accept} does not accept`;
  throw new CheckFailed(
    `${plural(left.length, 'finding')}${which}${result.endedEarly === undefined ? '' : '; not everything was tried'}`,
  );
}

function progressLine({ runs, decided, planned, left }: AuditProgress): string {
  const rest = left === undefined ? '' : `, about ${Math.ceil(left / 1_000)} s left`;
  return `run ${runs}: ${decided} of ${planned} faults${rest}`;
}
