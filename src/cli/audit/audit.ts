/** `id-emulator audit`: runs a command with every recoverable failure, and reports how its client reacts. */

import { type Command, Option } from 'commander';
import { audit, type AuditProgress } from '../../audit/audit.js';
import { EXPECTED } from '../../audit/faults/expectations.js';
import { findingsOf } from '../../audit/findings.js';
import { textReport } from '../../audit/report/text-report.js';
import { RUN_VARIABLE } from '../../injection/run-folder.js';
import { scenariosWith, shippedContracts } from '../../shipped.js';
import { CheckFailed, UsageError } from '../failure.js';
import { consumerVariables, filledIn, ownVariable, type OwnVariable } from '../settings/consumer-variables.js';
import { type Settings, withSettings } from '../settings/settings.js';
import type { Terminal } from '../terminal.js';
import { EXEC_SPECS } from '../exec/exec-settings.js';

interface AuditFlags {
  readonly env: readonly OwnVariable[];
  readonly budget?: string;
  readonly minutes?: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly patience: string;
  readonly limit: string;
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
    .addOption(
      new Option('--env <name=text>', 'another variable for the command, such as IDENTITY_URL={apiUrl}; repeatable')
        .default([], 'none')
        .argParser((text, before: OwnVariable[]) => [...before, ownVariable(text)]),
    )
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

function listOption(flag: string, description: string): Option {
  return new Option(flag, `${description}; repeated or comma-separated`)
    .default([], 'none')
    .argParser((text, before: string[]) => [...before, ...text.split(',').map((item) => item.trim())]);
}

async function execute(
  command: readonly string[],
  { log: _log, ...options }: Settings,
  flags: AuditFlags,
  terminal: Terminal,
): Promise<void> {
  if (command.length === 0) throw new UsageError('no command given; write it behind two hyphens: audit -- npm test');
  if (terminal.environment[RUN_VARIABLE] !== undefined)
    throw new UsageError('audit cannot run inside of audit; let the outer one run the command itself');
  const result = await audit({
    command: {
      command,
      options,
      environmentFor: (emulator) => ({
        ...terminal.environment,
        ...consumerVariables(emulator),
        ...Object.fromEntries(flags.env.map((variable) => [variable.name, filledIn(variable, emulator)])),
      }),
    },
    filter: { only: flags.only, skip: flags.skip },
    limits: {
      runs: flags.budget === undefined ? undefined : positive('--budget', flags.budget),
      time: flags.minutes === undefined ? undefined : positive('--minutes', flags.minutes) * 60_000,
      patience: positive('--patience', flags.patience) * 1_000,
      longestRun: positive('--limit', flags.limit) * 1_000,
    },
    contract: shippedContracts().base,
    catalogue: scenariosWith(options.scenarios),
    interrupted: terminal.interrupted,
    onProgress: (progress) => terminal.rewriteLine?.(progressLine(progress)),
  });
  terminal.rewriteLine?.('');
  const findings = findingsOf(result, EXPECTED);
  terminal.print(textReport(result, findings, { command }));
  const count = findings.baseline.length + findings.faults.length;
  if (count > 0) throw new CheckFailed(count === 1 ? '1 finding' : `${count} findings`);
}

function positive(flag: string, text: string): number {
  const number = Number(text);
  if (!(number > 0) || !/^\d+(?:\.\d+)?$/.test(text))
    throw new UsageError(`${flag}: expected a positive number, found ${JSON.stringify(text)}`);
  return number;
}

function progressLine({ runs, decided, planned, left }: AuditProgress): string {
  const rest = left === undefined ? '' : `, about ${Math.ceil(left / 1_000)} s left`;
  return `run ${runs}: ${decided} of ${planned} faults${rest}`;
}
