/** The help of commands: first what people need each day, on one screen. `help <command> --all` has the rest. */

import { type Command, Help, type HelpConfiguration } from 'commander';
import { commandRow } from '../settings/declared-command.js';

/** The heading over commands and flags that only the whole help lists. Other such headings begin with the same word. */
export const MORE = 'More:';
/** The heading over the flags that a command shares with `start`. */
export const OF_START = 'More, as for start:';

/** The example of the program itself. */
const EXAMPLE = 'call getUsers --scenario rate-limit-burst';

/** Words that ask for help without naming a command. */
const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', '--all', 'all']);

/** What is asked for. */
interface HelpWords {
  /** The words in the order that Commander expects: `sandbox help open` for `help sandbox open`. */
  readonly words: readonly string[];
  /** Whether `all` or `--all` asks for the whole help. */
  readonly isWhole: boolean;
}

/** Reads the words of `help`. The words of other commands stay as they are. */
export function readHelpWords(given: readonly string[]): HelpWords {
  if (given[0] !== 'help') return { words: given, isWhole: false };

  const isWhole = given.includes('all') || given.includes('--all');
  const [help, ...names] = given.filter((word) => !HELP_WORDS.has(word));
  return { words: names.length < 2 ? [help!, ...names] : [names[0]!, help!, ...names.slice(1)], isWhole };
}

/** The form of each help: an example, the help of Commander, and a hint how to see the rest. */
export function helpForm(isWhole: boolean): HelpConfiguration {
  return {
    optionDescription: (option) => new Help().optionDescription(option).replace(' (default: none)', ''),
    subcommandTerm: (command) => command.name(),
    formatHelp: (command, helper) => {
      const path = pathOf(command);
      const { example = '' } = commandRow(path) ?? { example: EXAMPLE };
      const line = ['id-emulator', path, example].filter((part) => part !== '').join(' ');
      const text = new Help().formatHelp(command, isWhole ? helper : withoutMore(helper));

      return `${line}\n\n${text}${isWhole ? '' : leftOut(command, path)}`;
    },
  };
}

/** The names of the command and its parents, without the name of the program. */
function pathOf(command: Command): string {
  return command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
}

function withoutMore(helper: Help): Help {
  return Object.assign(Object.create(helper) as Help, {
    visibleOptions: (command: Command) =>
      helper
        .visibleOptions(command)
        .filter(({ long, helpGroupHeading }) => long !== '--help' && !isMore(helpGroupHeading)),
    visibleCommands: (command: Command) =>
      helper.visibleCommands(command).filter((each) => each.name() !== 'help' && !isMore(each.helpGroup())),
  });
}

function isMore(heading = ''): boolean {
  return heading.startsWith('More');
}

/** The lines that say how to see the rest; none if there is none. */
function leftOut({ commands, options, parent }: Command, path: string): string {
  const more = commands.filter((command) => isMore(command.helpGroup())).length;
  if (parent === null) return `\n${more} more commands: id-emulator help all\n`;

  const headings = options.map(({ helpGroupHeading }) => helpGroupHeading).filter(isMore);
  const ofStart = headings.includes(OF_START) ? 'It also takes the flags of start: id-emulator start --help\n' : '';
  return headings.length === 0 ? '' : `\n${ofStart}All flags: id-emulator help ${path} --all\n`;
}
