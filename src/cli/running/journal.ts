/** `id-emulator journal` and `id-emulator tail`: the exchanges of a sandbox, so far and as they come. */

import { once } from 'node:events';
import { withoutUndefined } from '../../common/json.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import type { RecordedSandbox } from '../../emulator/journal/har.js';
import { logLine } from '../../emulator/journal/exchange-line.js';
import type { ControlPlaneClient } from '../../remote/control-plane-client.js';
import { followJournal } from '../../remote/follow-journal.js';
import { fetchBehaviour } from '../../remote/remote-journal.js';
import { brokenRuleText, ruleWatcher } from './broken-rules.js';
import { emulatorAddress, clientOf } from './running-emulator.js';
import type { Actions } from '../settings/declared-command.js';
import { printReport } from '../terminal/write-report.js';

export const ACTIONS: Actions<'journal' | 'tail'> = {
  /** Prints the exchanges so far. */
  journal: async ({ flags, terminal }) => {
    const { operation, status, scenario, limit, json, sandbox } = flags;
    const query = { limit, operation, status, scenario };
    const client = clientOf(flags);
    const { exchanges } = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox, query });

    const document = json === true ? await recordingOf(exchanges, sandbox, client) : exchanges;
    const text = (): string => exchanges.map((exchange) => lineOf(exchange, sandbox)).join('');
    printReport(document, text, { json }, terminal);
  },

  /** Follows the journal until the user interrupts, the sandbox is removed, or nobody reads the output. */
  tail: async ({ flags: { json = false, ...flags }, terminal }) => {
    const address = { ...emulatorAddress(flags), sandbox: flags.sandbox };
    // A terminal that cannot lose its output has no second signal.
    const { interrupted, outputFailed = interrupted } = terminal;
    const end = AbortSignal.any([interrupted, outputFailed]);

    // For people, a rule that the client breaks is told between the exchanges. What was broken before is not told.
    const rules = ruleWatcher(
      () => fetchBehaviour(address),
      (broken) => terminal.print(`${brokenRuleText(broken)}\n`, 'people'),
    );
    // The user can end the command even if the emulator does not answer.
    if (!json && !end.aborted) await Promise.race([rules.learnEarlier(), once(end, 'abort')]);

    for await (const followed of followJournal(address, end)) {
      if ('missed' in followed) {
        terminal.printError(missedText(followed.missed));
      } else if (json) {
        terminal.print(`${JSON.stringify(followed.exchange)}\n`);
      } else {
        terminal.print(lineOf(followed.exchange, flags.sandbox), 'people');
        rules.judgeSoon();
      }
    }
  },
};

/** The message in place of exchanges that the connection did not bring. */
function missedText(count: number): string {
  return `id-emulator: ${count} exchanges are not shown; they came too fast, or while the connection was lost\n`;
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

/** The line of an exchange for people. */
function lineOf(exchange: Exchange, sandbox: string): string {
  // `logLine` expects the ending in the exchange itself.
  const { ending } = exchange.response;
  return `${logLine({ ...exchange, ...withoutUndefined({ ending }) }, sandbox)}\n`;
}
