/** Completion for bash and zsh, which share the language of conditions. */

import { type Place, valuePlaces, type Word } from './command-places.js';

/** For `~/.bashrc`: `source <(id-emulator completion bash)`. */
export function bashScript(places: readonly Place[]): string {
  return `# Completion of id-emulator for bash: source <(id-emulator completion bash)
_id_emulator() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place='' word words=''
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = -- ] && return
    case "\${place:+$place }$word" in
      ${pathPattern(places)}) place="\${place:+$place }$word" ;;
    esac
  done
  case "\${place:+$place }$previous" in
${valueCases(places, {
  files: 'return ;;',
  text: 'compopt +o default 2>/dev/null; return ;;',
  choices: (choices) => `words='${choices.join(' ')}' ;;`,
})}    *)
      case "$place" in
${places.map(({ path, commands, flags }) => `        '${path}') words='${wordsOf([...commands, ...flags])}' ;;\n`).join('')}      esac ;;
  esac
  # Without a letter: the commands, or where there are none, the flags.
  [ -n "$current" ] || [ -z "\${words%%--*}" ] || words="\${words%%--*}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _id_emulator id-emulator
`;
}

/** For a folder of `$fpath`, as `_id-emulator`; or `source <(id-emulator completion zsh)` after `compinit`. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef id-emulator
# Completion of id-emulator for zsh: source <(id-emulator completion zsh)
_id_emulator() {
  local place='' word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" = -- ]] && { _files; return }
    case "\${place:+$place }$word" in
      ${pathPattern(places)}) place="\${place:+$place }$word" ;;
    esac
  done
  case "\${place:+$place }\${words[CURRENT-1]}" in
${valueCases(places, {
  files: '_files; return ;;',
  text: 'return ;;',
  choices: (choices) => `compadd -- ${choices.join(' ')}; return ;;`,
})}  esac
  case "$place" in
${places
  .map(
    ({ path, commands, flags }) =>
      `    '${path}') found=(${[...commands, ...flags].map((word) => `\n      ${described(word)}`).join('')}\n    ) ;;\n`,
  )
  .join('')}  esac
  _describe id-emulator found || _files
}
if [ "$funcstack[1]" = _id_emulator ]; then _id_emulator "$@"; else compdef _id_emulator id-emulator; fi
`;
}

/** What a shell does where a value is expected. */
interface ValueActions {
  readonly files: string;
  readonly text: string;
  readonly choices: (choices: readonly string[]) => string;
}

function valueCases(places: readonly Place[], actions: ValueActions): string {
  const byAction = new Map<string, string[]>();
  for (const { before, values } of valuePlaces(places)) {
    const action = typeof values === 'string' ? actions[values as 'files' | 'text'] : actions.choices(values);
    byAction.set(action, [...(byAction.get(action) ?? []), `'${before}'`]);
  }
  return [...byAction].map(([action, before]) => `    ${before.join('|')}) ${action}\n`).join('');
}

function pathPattern(places: readonly Place[]): string {
  return places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|');
}

function wordsOf(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

/** `'list:list all scenarios'` */
function described({ word, description }: Word): string {
  return `'${`${word}:${description.replaceAll(':', String.raw`\:`)}`.replaceAll("'", String.raw`'\''`)}'`;
}
