/** `id-emulator judge`: prints the verdicts of a running emulator on a client's behaviour. */

import type { Command } from 'commander';
import { fetchBehaviour } from '../../remote/remote-journal.js';
import type { BehaviourOptions, Health } from '../../emulator/control/documents.js';
import { noRequestText } from '../../emulator/refused-connections.js';
import { unreadText } from '../../emulator/journal/exchange-line.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { isFailure } from '../../emulator/judge/judge.js';
import { behaviourReport, behaviourSuite } from '../../emulator/judge/report.js';
import { junitXml } from '../../common/reporting/junit.js';
import { counted } from '../../common/reporting/phrases.js';
import { CheckError } from '../terminal/failure.js';
import { emulatorAddress, clientOf, type SandboxFlags, withSandbox } from './running-emulator.js';
import type { Terminal } from '../terminal/terminal.js';
import { printReport, writeReport } from '../terminal/write-report.js';

interface JudgeFlags extends BehaviourOptions, SandboxFlags {
  /** A file for JUnit XML. Default: none. */
  readonly junit?: string;
  /** Whether to print JSON instead of a report. */
  readonly json?: boolean;
}

/** Registers the command. */
export function addJudgeCommand(root: Command, terminal: Terminal): void {
  const command = root.command('judge').description('judge a client by its requests to a running emulator');
  withSandbox(command, terminal)
    .option('--strict', 'also fail by suspicion: times suggest it, but nothing proves it')
    .option('--allow-empty', 'pass even if the client sent no request')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option('--json', 'print JSON')
    .action((flags: JudgeFlags) => judge(flags, terminal));
}

/**
 * Prints the verdicts and writes them to the JUnit file.
 * @throws RemoteEmulatorError if they cannot be read, CheckError if a rule is broken or nothing was seen
 */
async function judge(
  { junit, json, strict = false, allowEmpty = false, ...flags }: JudgeFlags,
  terminal: Terminal,
): Promise<void> {
  const address = { ...emulatorAddress(flags, terminal), sandbox: flags.sandbox };
  const behaviour = await fetchBehaviour(address, { strict, allowEmpty });
  const { verdicts, sandbox, exchanges } = behaviour;
  const text = (): string =>
    `${behaviourReport(verdicts)}from ${counted(exchanges, 'exchange')} of sandbox ${sandbox}\n`;
  printReport(behaviour, text, { json }, terminal);
  const suite = behaviourSuite(`sandbox ${sandbox}`, verdicts, { strict });
  if (junit !== undefined) writeReport(junit, junitXml([suite]));
  if (exchanges === 0 && !allowEmpty) {
    const client = clientOf(flags, terminal);
    const { refusedConnections = {} } = await client.call<Partial<Health>>('getHealth');
    const seen = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox: flags.sandbox });
    const why = unreadText(seen.exchanges) ?? noRequestText(refusedConnections);
    throw new CheckError(
      why === undefined
        ? `nothing seen: sandbox ${sandbox} got no request; --sandbox names another one, --allow-empty accepts it`
        : `nothing seen: ${why}`,
    );
  }
  const broken = verdicts.filter((verdict) => isFailure(verdict, { strict })).map(({ rule }) => rule);
  if (broken.length > 0)
    throw new CheckError(
      `the client breaks ${strict ? 'or seems to break ' : ''}${broken.length === 1 ? 'a rule' : `${broken.length} rules`}: ${broken.join(', ')}`,
    );
}
