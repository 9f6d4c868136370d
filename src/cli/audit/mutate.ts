/** `id-emulator mutate`: runs a command with other valid responses, and reports which members its tests read. */

import type { Command } from 'commander';
import { mutate } from '../../audit/mutate/mutate.js';
import { mutationReport, mutationText } from '../../audit/mutate/mutation-report.js';
import { commandLine } from '../../audit/report/repeat-command.js';
import { OPERATION_IDS } from '../../contract/operation.js';
import { outputRedactor } from '../../emulator/redaction/output-redactor.js';
import { shippedContracts } from '../../start/shipped.js';
import { declareRunning, type FlagsOf } from '../settings/declared-command.js';
import { refuseUnknown } from '../terminal/flags.js';
import { OF_START } from '../terminal/help.js';
import { EXEC_SPECS, type Settings, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport } from '../terminal/write-report.js';
import { interruptible, limitsFrom, progressTo, repeatedCommand } from './repeated-command.js';

type MutateFlags = FlagsOf<'mutate'>;

/** Registers the command. */
export function addMutateCommand(root: Command, terminal: Terminal): void {
  const command = declareRunning(root, 'mutate', terminal);
  withSettings(command.optionsGroup(OF_START), EXEC_SPECS, terminal, (settings) =>
    interruptible(terminal, () => execute(command, settings, command.opts<MutateFlags>(), terminal)),
  );
}

async function execute({ args }: Command, settings: Settings, flags: MutateFlags, terminal: Terminal): Promise<void> {
  for (const name of flags.only) refuseUnknown('--only: there is no operation', name, OPERATION_IDS);
  const showProgress = progressTo(terminal);
  const result = await mutate({
    command: repeatedCommand('mutate', args, settings, flags, terminal),
    contract: shippedContracts().base,
    only: flags.only,
    limits: limitsFrom(flags),
    interrupted: terminal.interrupted,
    onProgress: ({ runs, decided, planned }) => showProgress(`run ${runs}: ${decided} of ${planned} changes decided`),
  });
  terminal.rewriteLine?.('');
  const report = mutationReport(result);
  const shown = outputRedactor([settings.clientSecret, settings.controlToken]).json(args);
  const repeat = (change: string): string =>
    commandLine('exec', ['--inject', `*:other-values;changes="${change}"`], shown);
  printReport(report, () => mutationText(report, repeat), flags, terminal);
}
