/** Runs one command of the command line. */

import { Command, CommanderError } from 'commander';
import { packageVersion } from '../start/shipped.js';
import { addCommands, COMMAND_IN_TEXT, rejectOnInterrupt } from './commands.js';
import { helpForm, MORE, readHelpWords } from './terminal/help.js';
import { reportFailure, UsageError } from './terminal/failure.js';
import { refuseUnknownVariables, withoutKubernetes } from './settings/known-variables.js';
import { sanitized, withOutput, type Terminal } from './terminal/terminal.js';

/** The flags with which Commander prints the version of a program. */
const VERSION_FLAGS: ReadonlySet<string | undefined> = new Set(['--version', '-V']);

/**
 * Parses the arguments and runs the command.
 * @param parameters the arguments without the names of program and script
 * @returns the exit code: 0, 1 for a failed check or another failure, 2 for wrong usage
 */
export async function run(parameters: readonly string[], rawTerminal: Terminal): Promise<number> {
  const { environment, ofKubernetes } = withoutKubernetes(rawTerminal.environment);
  const terminal = withNpxHints(sanitized({ ...rawTerminal, environment }));
  const { words, wantsWholeHelp } = readHelpWords(parameters);
  const program = new Command('id-emulator')
    .description('A local, contract-checked emulator of the institution credentials and human-score service.')
    .configureHelp(helpForm(wantsWholeHelp))
    .helpOption('-h, --help', 'print this help')
    // The short help leaves out what is below this heading: the option for the version.
    .optionsGroup(MORE)
    .version(packageVersion())
    // Commander throws its errors, and does not end the process.
    .exitOverride()
    // `reportFailure` prints the messages of errors instead.
    .configureOutput({ writeOut: (text) => terminal.print(text), writeErr: () => undefined })
    .showSuggestionAfterError();

  // The help and the version are printed even if the environment is wrong: they are no actions.
  program.hook('preAction', () => {
    if (ofKubernetes.length > 0)
      terminal.printError(`id-emulator: ${ofKubernetes.join(', ')}: set by Kubernetes for a service, and ignored\n`);
    refuseUnknownVariables(environment);
  });

  try {
    // Only the named command is loaded. `--version` needs none.
    const [command] = parameters;
    if (!VERSION_FLAGS.has(command)) await addCommands(program, terminal, command);
    await Promise.race([program.parseAsync(words, { from: 'user' }), rejectOnInterrupt(command, terminal)]);

    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, terminal);
    // Commander also throws after it has printed a help or the version, with the exit code 0.
    return error.exitCode === 0 ? 0 : reportFailure(new UsageError(usageMessage(error, program)), terminal);
  }
}

/** Adapts hints to npx and scripts of npm, where the command is not in the user's path. */
function withNpxHints(terminal: Terminal): Terminal {
  // npm sets this variable for a script, and npx for the command that it runs.
  const runsUnderNpm = terminal.environment['npm_lifecycle_event'] !== undefined;
  if (!runsUnderNpm) return terminal;

  const runnable = (text: string): string => text.replaceAll(COMMAND_IN_TEXT, 'npx --no-install id-emulator ');
  return { ...withOutput(terminal, runnable), runnable };
}

/**
 * The message of a usage error. It is the message of Commander, except in three cases. For a missing command, and for
 * an unknown command after `help`, Commander has none. If several flags are missing, Commander names only the first.
 */
function usageMessage({ code, message }: CommanderError, program: Command): string {
  const { args, commands } = program;
  if (code === 'commander.missingMandatoryOptionValue') {
    const missing = missingFlags(program);
    const options = missing.length === 1 ? 'option' : 'options';
    return `required ${options} '${missing.join("', '")}' not specified`;
  }

  // With this code, Commander would print the help, so its error has no message for the user.
  const hasText = code !== 'commander.help';
  if (hasText) return message.replace(/^error: /, '').replaceAll('\n', ' ');
  // The arguments are `help` and a name that no command has.
  if (args.length > 1) return `unknown command '${args.at(-1)!}'`;

  const [name] = args;
  const group = commands.find((known) => known.name() === name);
  return group === undefined
    ? 'no command given; "start" starts the emulator, "--help" lists all commands'
    : `"${group.name()}" needs one of its commands: ${group.commands.map((known) => known.name()).join(', ')}`;
}

/** The required flags that the user did not give. */
function missingFlags(command: Command): string[] {
  const subcommand = command.commands.find((known) => known.name() === command.args[0]);
  if (subcommand !== undefined) return missingFlags(subcommand);

  const required = command.options.filter(({ mandatory }) => mandatory);
  const missing = required.filter((option) => command.getOptionValue(option.attributeName()) === undefined);

  return missing.map(({ flags }) => flags);
}
