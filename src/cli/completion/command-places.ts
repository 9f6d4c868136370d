/** What can be typed at each place of the command line, read from the declared commands. */

import type { Command, Option } from 'commander';

/** A word that can be typed, and what it does. */
export interface Word {
  readonly word: string;
  readonly description: string;
}

/** A flag, with what may follow it. */
export interface FlagWord extends Word {
  /** The values to choose from; `files` completes the names of files; `text` completes nothing; `none` takes no value. */
  readonly values: readonly string[] | 'files' | 'text' | 'none';
}

/** A command: where the words before it have led to. */
export interface Place {
  /** The words that lead here, such as `scenarios show`; empty at the beginning. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly flags: readonly FlagWord[];
}

/** The place of the command, and those of the commands in it. */
export function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const inner = command.commands.map((each): Word => ({ word: each.name(), description: each.description() }));
  const here = { path: path.join(' '), commands: inner, flags: command.options.flatMap(flagWords) };
  return [here, ...command.commands.flatMap((each) => placesOf(each, [...path, each.name()]))];
}

function flagWords(option: Option): FlagWord[] {
  const [, shown] = /[<[]([^<>[\]]+)/.exec(option.flags) ?? [];
  const values = shown === undefined ? 'none' : (choicesIn(shown) ?? (/file|folder/.test(shown) ? 'files' : 'text'));
  return option.long === undefined || option.hidden
    ? []
    : [{ word: option.long, description: option.description, values }];
}

/** The choices in `<devnet|mainnet>`. */
function choicesIn(shown: string): readonly string[] | undefined {
  return shown.includes('|') ? shown.split('|') : undefined;
}

/** All flags of all places that have values of one kind, by the words before the value: `start --network`. */
export function valuePlaces(places: readonly Place[]): readonly (FlagWord & { readonly before: string })[] {
  return places.flatMap(({ path, flags }) =>
    flags.filter(({ values }) => values !== 'none').map((flag) => ({ ...flag, before: `${path} ${flag.word}`.trim() })),
  );
}
