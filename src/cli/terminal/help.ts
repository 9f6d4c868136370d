/** The help of commands: first what people need each day, on one screen. `help <command> --all` has the rest. */

import { type Command, Help, type HelpConfiguration, type Option } from 'commander';
import { commandRow } from '../settings/declared-command.js';

/** The heading over commands and flags that only the whole help lists. Other such headings begin with the same word. */
export const MORE = 'More:';
/** The heading over the flags that a command shares with `start`. */
export const OF_START = 'More, as for start:';

/** The example of the program itself. */
const EXAMPLE = 'call getUsers --scenario rate-limit-burst';

/** Words that ask for help without naming a command. */
const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', '--all', 'all']);

type HelpWords = Readonly<{ words: readonly string[]; wantsWholeHelp: boolean }>;

/**
 * Reads the words of `help`. The words of other commands stay as they are.
 * @returns the words in the order that Commander expects, such as `sandbox help open` for `help sandbox open`; and
 * whether `all` or `--all` asks for the whole help
 */
export function readHelpWords(parameters: readonly string[]): HelpWords {
  if (parameters[0] !== 'help') return { words: parameters, wantsWholeHelp: false };

  const wantsWholeHelp = parameters.includes('all') || parameters.includes('--all');
  const [help, ...names] = parameters.filter((word) => !HELP_WORDS.has(word));
  const [group, ...subcommand] = names;
  const words = subcommand.length === 0 ? [help!, ...names] : [group!, help!, ...subcommand];

  return { words, wantsWholeHelp };
}

/** The form of each help: an example, the help of Commander, and in a short help a hint how to see the rest. */
export function helpForm(wantsWholeHelp: boolean): HelpConfiguration {
  return {
    // `declared-command.ts` describes a default as `none` if the help must not show it.
    optionDescription: (option) => new Help().optionDescription(option).replace(' (default: none)', ''),
    subcommandTerm: (command) => command.name(),
    formatHelp: (command, helper) => {
      const path = pathOf(command);
      // The table has no row for the program itself, whose path is empty.
      const { example = '' } = commandRow(path) ?? { example: EXAMPLE };
      const line = ['id-emulator', path, example].filter((part) => part !== '').join(' ');
      if (wantsWholeHelp) return `${line}\n\n${new Help().formatHelp(command, helper)}`;

      const text = new Help().formatHelp(command, withoutMore(helper));
      return `${line}\n\n${text}${hintAtMore(command, path)}`;
    },
  };
}

/** The names of the command and its parents, without the name of the program. */
function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** The helper of Commander, for a help without the headings of {@link MORE}. */
function withoutMore(helper: Help): Help {
  // Whoever reads a short help has already found `--help` and `help`.
  const isShownOption = (option: Option): boolean => option.long !== '--help' && !isMore(option.helpGroupHeading);
  const isShownCommand = (command: Command): boolean => command.name() !== 'help' && !isMore(command.helpGroup());
  // The new object inherits everything else from the helper.
  return Object.assign(Object.create(helper) as Help, {
    visibleOptions: (command: Command) => helper.visibleOptions(command).filter(isShownOption),
    visibleCommands: (command: Command) => helper.visibleCommands(command).filter(isShownCommand),
  });
}

/** Whether a heading is {@link MORE} or begins like it. Commander has no heading for the first group. */
function isMore(heading = ''): boolean {
  return heading.startsWith('More');
}

/** The lines that say how to see what the help has left out; empty if it has left out nothing. */
function hintAtMore({ commands, options, parent }: Command, path: string): string {
  const hiddenCount = commands.filter((command) => isMore(command.helpGroup())).length;
  if (parent === null) return `\n${hiddenCount} more commands: id-emulator help all\n`;

  const headings = options.map(({ helpGroupHeading }) => helpGroupHeading).filter(isMore);
  if (headings.length === 0) return '';

  const ofStart = headings.includes(OF_START) ? 'It also takes the flags of start: id-emulator start --help\n' : '';
  return `\n${ofStart}All flags: id-emulator help ${path} --all\n`;
}
