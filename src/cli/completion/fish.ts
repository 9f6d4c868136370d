/** Completion for fish. */

import type { FlagWord, Place } from './command-places.js';

/** For `~/.config/fish/completions/id-emulator.fish`. */
export function fishScript(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `# Completion of id-emulator for fish: id-emulator completion fish | source
function __id_emulator_at
  set -l place
  set -l typed (commandline -opc)
  for word in $typed[2..-1]
    test "$word" = --; and return 1
    set -l path (string join ' ' $place $word)
    contains -- "$path" ${paths.join(' ')}; and set place $place $word
  end
  test (string join ' ' $place) = "$argv[1]"
end
${places.map(linesOf).join('')}`;
}

function linesOf({ path, commands, flags }: Place): string {
  const here = `complete -c id-emulator -n ${quoted(`__id_emulator_at ${quoted(path)}`)}`;
  const ofCommands = commands.map(
    ({ word, description }) => `${here} -f -a ${quoted(word)} -d ${quoted(description)}\n`,
  );
  const ofFlags = flags.map(
    (flag) => `${here} -l ${flag.word.slice(2)}${valuesOf(flag)} -d ${quoted(flag.description)}\n`,
  );
  return [...ofCommands, ...ofFlags].join('');
}

function valuesOf({ values }: FlagWord): string {
  if (values === 'none') return '';
  if (values === 'files') return ' -r -F';
  return values === 'text' ? ' -x' : ` -x -a ${quoted(values.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
