/** Declares commands with the arguments and flags that `commands.yaml` gives them. */

import { type Command, Option } from 'commander';
import { COMMAND_TABLE } from '../command-table.js';
import type { OptionSpec } from '../../emulator/option-spec.js';
import { UsageError } from '../terminal/failure.js';
import { ADDING_READERS, type FlagRow, READERS } from '../terminal/flags.js';
import type { Terminal } from '../terminal/terminal.js';
import { addSettings, type SettingsByHeading, withComma } from './setting-flags.js';
import type { Settings } from './settings.js';

/** A row of the table, with the members that any command may have. */
export interface CommandRow {
  readonly summary: string;
  readonly example?: string;
  readonly handlesInterrupt?: boolean;
  readonly arguments?: Readonly<Record<string, string>>;
  readonly settings?: SettingsByHeading;
  /** The options at the beginning of the help, by their headings. */
  readonly usual?: Readonly<Record<string, readonly string[]>>;
  readonly flags: readonly FlagRow[];
}

/** The name of a command. The name of a subcommand begins with the name of its command: `sandbox open`. */
export type CommandPath = keyof typeof COMMAND_TABLE;

/** A row of a flag of the command. */
type RowOf<Path extends CommandPath> = (typeof COMMAND_TABLE)[Path]['flags'][number];

/** The row of a flag that always has a value. */
type AlwaysGiven = { readonly required: true } | { readonly default: unknown };

/**
 * The values of the flags of a command, by their names. The first part has the flags that always have a value, the
 * second part all other flags, which may be absent. A name `never` leaves a row out of its part.
 */
export type FlagsOf<Path extends CommandPath> = {
  readonly [Row in RowOf<Path> as Row extends AlwaysGiven ? Row['name'] : never]: ValueOf<Row>;
} & {
  readonly [Row in RowOf<Path> as Row extends AlwaysGiven ? never : Row['name']]?: ValueOf<Row>;
};

/** The flags that name a service in recordings. */
export type ServiceFlags = Pick<FlagsOf<'judge'>, 'service' | 'tokenUrl'>;

/**
 * The type of a flag's value. A flag with a reader has what the reader returns. A flag with choices has one of them.
 * For any other flag, the type follows from how the flag is written.
 */
type ValueOf<Row> = Row extends { reads: infer Name extends keyof typeof READERS }
  ? ReturnType<(typeof READERS)[Name]>
  : Row extends { choices: readonly (infer Choice)[] }
    ? Choice
    : PlainValueOf<Row>;

/** `--files <file...>` gives several texts, `--file <file>` one, `--no-color` false; `--color` is true, or absent. */
type PlainValueOf<Row> = Row extends { flag: `${string}...>` }
  ? readonly string[]
  : Row extends { flag: `${string}>` }
    ? string
    : Row extends { flag: `--no-${string}` }
      ? false
      : boolean;

/** The row of a command; undefined if there is no such command. */
export function commandRow(path: string): CommandRow | undefined {
  return Object.hasOwn(COMMAND_TABLE, path) ? COMMAND_TABLE[path as CommandPath] : undefined;
}

/** What a command is called with. */
export interface Call<Path extends CommandPath> {
  /** The arguments of the command. */
  readonly words: readonly string[];
  readonly flags: FlagsOf<Path>;
  readonly settings: SettingsOf<(typeof COMMAND_TABLE)[Path]>;
  readonly command: Command;
  readonly terminal: Terminal;
}

/**
 * All settings, with defaults. A command whose settings are its own gets only those that the user has given as flags,
 * by their names. A command without settings gets none.
 */
type SettingsOf<Row> = Row extends { settings: Readonly<Record<string, 'own'>> }
  ? Readonly<Record<string, unknown>>
  : Row extends { settings: unknown }
    ? Settings
    : undefined;

/** What commands do. */
export type Actions<Path extends CommandPath> = {
  readonly [Name in Path]: (call: Call<Name>) => void | Promise<void>;
};

/** A module with commands, by their names. */
export interface CommandModule {
  /** What each command does. A command that only groups subcommands has no action. */
  readonly ACTIONS: Readonly<Partial<Record<CommandPath, (call: never) => void | Promise<void>>>>;
  /** The settings of a command whose settings are `own` in `commands.yaml`. */
  readonly OWN_SETTINGS?: Readonly<Partial<Record<CommandPath, readonly OptionSpec[]>>>;
  /** Functions that change how Commander reads a command, before the flags of the command are read. */
  readonly PREPARE?: Readonly<Partial<Record<CommandPath, (command: Command) => void>>>;
}

/** Declares a command below another one, or below the program. */
export function declareCommand(
  parent: Command,
  path: CommandPath,
  { ACTIONS, OWN_SETTINGS = {}, PREPARE = {} }: CommandModule,
  terminal: Terminal,
): Command {
  const row: CommandRow = COMMAND_TABLE[path];
  const command = parent.command(path.split(' ').at(-1)!).description(row.summary);

  // What the command line may have.
  for (const [name, text] of Object.entries(row.arguments ?? {})) command.argument(name, text);
  for (const flag of row.flags) command.addOption(optionOf(flag, terminal.environment));

  const runsCommand = row.arguments?.['[command...]'] !== undefined;
  if (runsCommand) leaveArguments(command, parent);
  const readSettings = addSettings(command, row.settings, OWN_SETTINGS[path] ?? []);

  refuseSecondValues(command, row);

  // The options that most users need move from the heading of all settings to the beginning of the help.
  for (const [heading, names] of Object.entries(row.usual ?? {})) {
    const usual = command.options.filter((option) => names.includes(option.attributeName()));
    for (const option of usual) option.helpGroup(heading);
  }

  PREPARE[path]?.(command);
  const act = ACTIONS[path];
  if (act === undefined) return command;

  return command.action(() => {
    const settings = readSettings(terminal.environment);
    const call = { words: command.args, flags: command.opts(), settings, command, terminal };
    // Each command has its own type of call. Here, the command may be any of them, so the compiler knows no type.
    return act(call as never);
  });
}

/** Makes Commander leave all following arguments to the user's command: `--watch` in `exec npm test --watch`. */
function leaveArguments(command: Command, root: Command): void {
  root.enablePositionalOptions();
  command.usage('[options] -- <command> [arguments]').passThroughOptions();
}

/** Refuses a flag that is repeated, but has one value: Commander would keep only the last value. */
function refuseSecondValues(command: Command, { flags }: CommandRow): void {
  const repeatable = flags.filter(({ reads }) => ADDING_READERS.has(reads)).map(({ flag }) => flag);

  for (const option of command.options) {
    const takesOneValue = option.required && !option.variadic && option.parseArg !== withComma;
    if (!takesOneValue || repeatable.includes(option.flags)) continue;

    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw new UsageError(`${option.long!}: expected one value, found a second; leave one out`);
      isGiven = true;
    });
  }
}

/** The flag for Commander. @param environment may have the variable that gives the flag another default */
function optionOf(row: FlagRow, environment: NodeJS.ProcessEnv): Option {
  const { flag, heading, text, reads, choices, required = false, variable = '' } = row;
  const option = new Option(flag, text).makeOptionMandatory(required).helpGroup(heading);
  if (choices !== undefined) option.choices(choices);
  if (reads !== undefined) option.argParser((word, before) => READERS[reads](word, before as never, row));

  const { [variable]: fromVariable = '' } = environment;
  const defaultValue = fromVariable === '' ? row.default : fromVariable;
  // A flag without a default in its row may get a secret from its variable. An empty list would tell nothing.
  const isShown = row.default !== undefined && !Array.isArray(defaultValue);

  // The help leaves out a default that is described as `none`.
  return option.default(defaultValue, isShown ? undefined : 'none');
}
