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
import { emulatorAddress, clientOf, type SandboxFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport } from '../terminal/write-report.js';

interface JournalFlags extends SandboxFlags {
  readonly json?: boolean;
  readonly operation?: string;
  readonly status?: string;
  readonly scenario?: string;
  readonly limit: string;
}

/** Registers the command that prints what is there. */
export function addJournalCommand(root: Command, terminal: Terminal): void {
  withSandbox(root.command('journal').description('print the exchanges of a sandbox, one per line'), terminal)
    .option('--operation <id>', 'only those of this operation, such as getUsers')
    .option('--status <code>', 'only those with this status, such as 429 or 4xx')
    .option('--scenario <name>', 'only those to which this scenario was applied')
    .option('--limit <count>', 'only the last ones', '50')
    .option('--json', 'print JSON, with headers and bodies')
    .action(async ({ operation, status, scenario, limit, json, ...flags }: JournalFlags) => {
      const { sandbox } = flags;
      const query = { limit, operation, status, scenario };
      const client = clientOf(flags, terminal);
      const { exchanges } = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox, query });
      const text = (): string => exchanges.map((exchange) => lineOf(exchange, sandbox)).join('');
      printReport(json === true ? await recordingOf(exchanges, sandbox, client) : exchanges, text, { json }, terminal);
    });
}

/** Registers the command that follows the journal until it is interrupted, the sandbox is removed, or nobody reads. */
export function addTailCommand(root: Command, terminal: Terminal): void {
  withSandbox(
    root.command('tail').description('print exchanges, and the rules that they break, as they happen'),
    terminal,
  )
    .option('--json', 'print each exchange as a JSON object, with headers and bodies')
    .action(async ({ json = false, ...flags }: Pick<JournalFlags, 'json'> & SandboxFlags) => {
      const address = { ...emulatorAddress(flags, terminal), sandbox: flags.sandbox };
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
