/** `id-emulator mutate`: runs a command with other valid responses, and reports which members its tests read. */

import { mutate } from '../../audit/mutate/mutate.js';
import { mutationReport, mutationText } from '../../audit/mutate/mutation-report.js';
import { commandLine } from '../../audit/report/repeat-command.js';
import { OPERATION_IDS } from '../../contract/operation.js';
import { outputRedactor } from '../../emulator/redaction/output-redactor.js';
import { shippedContracts } from '../../start/shipped.js';
import type { Actions, Call } from '../settings/declared-command.js';
import { refuseUnknown } from '../terminal/flags.js';
import { printReport } from '../terminal/write-report.js';
import { interruptible, limitsFrom, repeatedCommand } from './repeated-command.js';
import { progressTo } from '../terminal/terminal.js';

export const ACTIONS: Actions<'mutate'> = {
  mutate: (call) => interruptible(call.terminal, () => execute(call)),
};

/** Runs the command with changed responses, and prints what its tests have read. */
async function execute(call: Call<'mutate'>): Promise<void> {
  const { words, flags, settings, terminal } = call;
  for (const name of flags.only) refuseUnknown('--only: there is no operation', name, OPERATION_IDS);
  const showProgress = progressTo(terminal);
  const result = await mutate({
    command: repeatedCommand('mutate', call),
    contract: shippedContracts().base,
    only: flags.only,
    limits: limitsFrom(flags),
    interrupted: terminal.interrupted,
    onProgress: ({ runs, decided, planned }) => showProgress(`run ${runs}: ${decided} of ${planned} changes decided`),
  });
  terminal.rewriteLine?.('');
  const report = mutationReport(result);
  // The report shows a command to copy, and the user's own command may contain secrets.
  const shownWords = outputRedactor([settings.clientSecret, settings.controlToken]).json(words);
  // In any sandbox (`*`), the scenario `other-values` gives a member of each response another valid value.
  const commandWith = (change: string): string =>
    commandLine('exec', ['--inject', `*:other-values;changes="${change}"`], shownWords);
  printReport(report, () => mutationText(report, commandWith), flags, terminal);
}
