/** `id-emulator audit`: runs a command with every recoverable failure, and reports how its client reacts. */

import type { Command } from 'commander';
import { audit, type AuditProgress } from '../../audit/audit.js';
import { EXPECTED } from '../../audit/faults/expectations.js';
import { findingsOf } from '../../audit/findings.js';
import { textReport } from '../../audit/report/text-report.js';
import { scenariosWith, shippedContracts } from '../../shipped.js';
import { CheckFailed } from '../failure.js';
import { type Settings, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal.js';
import { EXEC_SPECS } from '../exec/exec-settings.js';
import { envOption, limitsFrom, listOption, repeatedCommand, type RunFlags } from './run-flags.js';

interface AuditFlags extends RunFlags {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** Declares the command. */
export function addAuditCommand(root: Command, terminal: Terminal): void {
  root.enablePositionalOptions();
  const command = root
    .command('audit')
    .description('run a command again and again, each time with other failures, and report how its client reacts')
    .usage('[options] -- <command> [arguments]')
    .argument('[command...]', 'the command, and its arguments')
    .passThroughOptions()
    .addOption(envOption())
    .option('--budget <runs>', 'stop after so many runs, the most telling faults first (default: no limit)')
    .option('--minutes <number>', 'stop after so many minutes (default: no limit)')
    .addOption(
      listOption('--only <names>', 'operations, classes of faults (getUsers:throttled) or parts of names of tests'),
    )
    .addOption(listOption('--skip <names>', 'leave out these operations, classes or tests'))
    .option('--patience <seconds>', 'how much longer than without faults a run may take, beside demanded waits', '10')
    .option('--limit <seconds>', 'how long a run without faults may take', '600');
  withSettings(command, EXEC_SPECS, terminal, (settings) =>
    execute(command.args, settings, command.opts<AuditFlags>(), terminal),
  );
}

async function execute(
  command: readonly string[],
  settings: Settings,
  flags: AuditFlags,
  terminal: Terminal,
): Promise<void> {
  const result = await audit({
    command: repeatedCommand('audit', command, settings, flags, terminal),
    filter: { only: flags.only, skip: flags.skip },
    limits: limitsFrom(flags),
    contract: shippedContracts().base,
    catalogue: scenariosWith(settings.scenarios),
    interrupted: terminal.interrupted,
    onProgress: (progress) => terminal.rewriteLine?.(progressLine(progress)),
  });
  terminal.rewriteLine?.('');
  const findings = findingsOf(result, EXPECTED);
  terminal.print(textReport(result, findings, { command }));
  const count = findings.baseline.length + findings.faults.length;
  if (count > 0) throw new CheckFailed(count === 1 ? '1 finding' : `${count} findings`);
}

function progressLine({ runs, decided, planned, left }: AuditProgress): string {
  const rest = left === undefined ? '' : `, about ${Math.ceil(left / 1_000)} s left`;
  return `run ${runs}: ${decided} of ${planned} faults${rest}`;
}
