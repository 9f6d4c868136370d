/** `id-emulator judge`: prints verdicts on a client's behaviour, of a running emulator or of recordings. */

import type { Command } from 'commander';
import { fetchBehaviour } from '../../remote/remote-journal.js';
import type { Behaviour, BehaviourOptions, Health } from '../../emulator/control/documents.js';
import { noRequestText } from '../../emulator/refused-connections.js';
import { unreadText } from '../../emulator/journal/exchange-line.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { isFailure, judge, passes } from '../../emulator/judge/judge.js';
import { behaviourReport, behaviourSuite } from '../../emulator/judge/report.js';
import { allAtOnce } from '../../common/steps.js';
import { junitXml } from '../../common/reporting/junit.js';
import { counted } from '../../common/reporting/phrases.js';
import { CheckError, UsageError } from '../terminal/failure.js';
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
  const command = root
    .command('judge')
    .description('judge a client by its requests to an emulator')
    .argument('[file...]', 'bundles, HAR files, journals; default: a running emulator');
  withSandbox(command, terminal)
    .option('--strict', 'also fail by suspicion: times suggest it, but nothing proves it')
    .option('--allow-empty', 'pass even if the client sent no request')
    .option('--junit <file>', 'also write JUnit XML to this file')
    .option('--json', 'print JSON')
    .action(async (files: readonly string[], flags: JudgeFlags) => {
      const given = ['sandbox', 'url'].find((name) => command.getOptionValueSource(name) === 'cli');
      if (files.length > 0 && given !== undefined)
        throw new UsageError(`--${given} is about a running emulator; leave it out beside files`);

      await (files.length === 0 ? judgeRunning(flags, terminal) : judgeFiles(files, flags, terminal));
    });
}

/**
 * Prints the verdicts on the journal of a running emulator.
 * @throws RemoteEmulatorError if they cannot be read, CheckError if a rule is broken or nothing was seen
 */
async function judgeRunning(flags: JudgeFlags, terminal: Terminal): Promise<void> {
  const { strict = false, allowEmpty = false } = flags;
  const address = { ...emulatorAddress(flags, terminal), sandbox: flags.sandbox };
  const behaviour = await fetchBehaviour(address, { strict, allowEmpty });
  report([behaviour], flags, terminal);

  if (behaviour.exchanges === 0 && !allowEmpty) {
    const client = clientOf(flags, terminal);
    const { refusedConnections = {} } = await client.call<Partial<Health>>('getHealth');
    const seen = await client.call<{ exchanges: Exchange[] }>('listExchanges', { sandbox: flags.sandbox });
    const why = unreadText(seen.exchanges) ?? noRequestText(refusedConnections);
    throw new CheckError(
      why === undefined
        ? `nothing seen: sandbox ${behaviour.sandbox} got no request; --sandbox names another one, --allow-empty accepts it`
        : `nothing seen: ${why}`,
    );
  }
  refuseBroken([behaviour], strict);
}

/**
 * Prints the verdicts on recordings of emulators.
 * @throws TrafficError if a file cannot be read; UsageError if no file has an exchange of an emulator; CheckError if a
 *   rule is broken
 */
async function judgeFiles(files: readonly string[], flags: JudgeFlags, terminal: Terminal): Promise<void> {
  const { strict = false, allowEmpty = false } = flags;
  const { judgedTraffic } = await import('../../traffic/judged-traffic.js');
  const { sandboxes: found, filesWithout } = await judgedTraffic(files);
  const seen = found.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  if (seen === 0 && !allowEmpty)
    throw new UsageError('the files have no request of a client to an emulator; --allow-empty accepts it');
  // Otherwise the verdict would look as if it were about all files.
  if (filesWithout.length > 0 && !allowEmpty)
    throw new UsageError(
      `${filesWithout.join(', ')}: no request of a client to an emulator; leave it out, or add --allow-empty`,
    );

  const behaviours = found.map(({ sandbox, exchanges, options }): Behaviour => {
    const verdicts = allAtOnce(judge(exchanges, options));
    const isSeen = allowEmpty || exchanges.length > 0;
    return { sandbox, exchanges: exchanges.length, passed: isSeen && passes(verdicts, { strict }), verdicts };
  });
  report(behaviours, flags, terminal);
  refuseBroken(behaviours, strict);
}

/** Prints the verdicts, and writes them to the JUnit file. */
function report(
  behaviours: readonly Behaviour[],
  { json, junit, strict = false }: JudgeFlags,
  terminal: Terminal,
): void {
  const textOf = ({ sandbox, exchanges, verdicts }: Behaviour): string =>
    `${behaviourReport(verdicts)}from ${counted(exchanges, 'exchange')} of sandbox ${sandbox}\n`;
  const suites = behaviours.map(({ sandbox, verdicts }) => behaviourSuite(`sandbox ${sandbox}`, verdicts, { strict }));
  const document = behaviours.length === 1 ? behaviours[0] : behaviours;

  printReport(document, () => behaviours.map(textOf).join('\n'), { json }, terminal);
  if (junit !== undefined) writeReport(junit, junitXml(suites));
}

/** @throws CheckError if a rule is broken */
function refuseBroken(behaviours: readonly Behaviour[], strict: boolean): void {
  const verdicts = behaviours.flatMap((behaviour) => behaviour.verdicts);
  const broken = [...new Set(verdicts.filter((verdict) => isFailure(verdict, { strict })).map(({ rule }) => rule))];
  if (broken.length === 0) return;

  const what = broken.length === 1 ? 'a rule' : `${broken.length} rules`;
  const how = strict ? 'breaks or seems to break' : 'breaks';
  throw new CheckError(`the client ${how} ${what}: ${broken.join(', ')}`);
}
