/** `id-emulator journal` and `id-emulator tail`: the exchanges of a sandbox, so far and as they come. */

import { once } from 'node:events';
import type { Command } from 'commander';
import type { Exchange } from '../../emulator/journal/exchange.js';
import type { RecordedSandbox } from '../../emulator/journal/har.js';
import { logLine } from '../../emulator/journal/exchange-line.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { followJournal } from '../../remote/follow-journal.js';
import { fetchBehaviour } from '../../remote/remote-journal.js';
import { BrokenRules, brokenRuleText } from './broken-rules.js';
import { emulatorAddress, clientOf } from './running-emulator.js';
import { declareCommand, type FlagsOf } from '../settings/declared-command.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport } from '../terminal/write-report.js';

/** Registers the command that prints what is there. */
export function addJournalCommand(root: Command, terminal: Terminal): void {
  const command = declareCommand(root, 'journal', terminal);
  command.action(async ({ operation, status, scenario, limit, json, ...flags }: FlagsOf<'journal'>) => {
    const { sandbox } = flags;
    const query = { limit, operation, status, scenario };
    const client = clientOf(flags);
    const { exchanges } = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox, query });
    const text = (): string => exchanges.map((exchange) => lineOf(exchange, sandbox)).join('');
    printReport(json === true ? await recordingOf(exchanges, sandbox, client) : exchanges, text, { json }, terminal);
  });
}

/** Registers the command that follows the journal until it is interrupted, the sandbox is removed, or nobody reads. */
export function addTailCommand(root: Command, terminal: Terminal): void {
  const command = declareCommand(root, 'tail', terminal);
  command.action(async ({ json = false, ...flags }: FlagsOf<'tail'>) => {
    const address = { ...emulatorAddress(flags), sandbox: flags.sandbox };
    const { interrupted, outputFailed = interrupted } = terminal;
    const rules = new BrokenRules(
      () => fetchBehaviour(address),
      (broken) => terminal.print(`${brokenRuleText(broken)}\n`, 'people'),
    );
    const ended = AbortSignal.any([interrupted, outputFailed]);
    // The user can end the command even if the emulator does not answer.
    if (!json && !ended.aborted) await Promise.race([rules.begin(), once(ended, 'abort')]);
    for await (const followed of followJournal(address, ended))
      if ('missed' in followed)
        terminal.printError(
          `id-emulator: ${followed.missed} exchanges are not shown; they came too fast, or while the connection was lost\n`,
        );
      else if (json) terminal.print(`${JSON.stringify(followed.exchange)}\n`);
      else {
        terminal.print(lineOf(followed.exchange, flags.sandbox), 'people');
        rules.note();
      }
  });
}

/** The exchanges, each with the facts about its sandbox that `judge` needs. */
async function recordingOf(
  exchanges: readonly Exchange[],
  sandbox: string,
  client: ControlPlaneClient,
): Promise<readonly (Exchange & { readonly _sandbox: RecordedSandbox })[]> {
  const { id, oneClient } = await client.call<RecordedSandbox>('getSandbox', { sandbox });
  return exchanges.map((exchange) => ({ ...exchange, _sandbox: { id, oneClient } }));
}

function lineOf(exchange: Exchange, sandbox: string): string {
  const { ending } = exchange.response;
  return `${logLine({ ...exchange, ...(ending !== undefined && { ending }) }, sandbox)}\n`;
}
