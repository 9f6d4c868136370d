/** `id-emulator completion`: prints what makes a shell complete commands, flags and their values. */

import { Argument, type Command } from 'commander';
import type { Terminal } from './terminal/terminal.js';

/** What the word that is being typed may become. */
interface Suggestion {
  readonly word: string;
  readonly description: string;
}

/** In place of suggestions: names of files. */
const FILES = ':files';

interface Shell {
  /** Calls this command with the words up to the cursor, each behind an equals sign: so none is empty or a flag. */
  readonly script: string;
  /** A suggestion as the script expects it. */
  readonly line: (suggestion: Suggestion) => string;
}

const SHELLS: ReadonlyMap<string, Shell> = new Map(
  Object.entries<Shell>({
    bash: {
      line: ({ word }) => word,
      script: `# Completion of id-emulator for bash: source <(id-emulator completion bash)
_id_emulator() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(id-emulator completion bash "\${words[@]/#/=}" 2>/dev/null))
  if [ "$COMPREPLY" = ${FILES} ]; then COMPREPLY=(); else compopt +o default 2>/dev/null; fi
}
complete -o default -F _id_emulator id-emulator
`,
    },
    zsh: {
      line: ({ word, description }) => `${word}:${description.replaceAll(':', String.raw`\:`)}`,
      script: `#compdef id-emulator
# Completion of id-emulator for zsh: source <(id-emulator completion zsh)
_id_emulator() {
  local -a found
  found=("\${(@f)$(id-emulator completion zsh "\${(@)words[2,CURRENT]/#/=}" 2>/dev/null)}")
  if [[ "$found" = ${FILES} ]]; then _files; elif [[ -n "$found" ]]; then _describe id-emulator found; fi
}
if [ "$funcstack[1]" = _id_emulator ]; then _id_emulator "$@"; else compdef _id_emulator id-emulator; fi
`,
    },
    fish: {
      line: ({ word, description }) => `${word}\t${description}`,
      script: String.raw`# Completion of id-emulator for fish: id-emulator completion fish | source
function __id_emulator
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  set -l found (id-emulator completion fish =$typed[2..-1] "=$current" 2>/dev/null)
  if test "$found" = ${FILES}; __fish_complete_path "$current"; else; printf '%s\n' $found; end
end
complete -c id-emulator -f -a '(__id_emulator)'
`,
    },
    powershell: {
      // PowerShell has no suggestion without a description.
      line: ({ word, description }) => `${word}\t${description || word}`,
      script: `# Completion of id-emulator for PowerShell: id-emulator completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName id-emulator -ScriptBlock {
  param($current, $ast, $position)
  $typed = $ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position }
  $words = @($typed | ForEach-Object { "=$_" }) + "=$current"
  id-emulator completion powershell @words 2>$null | Where-Object { $_ -ne '${FILES}' } | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $description)
  }
}
`,
    },
  }),
);

/**
 * Registers the command.
 * @param allCommands registers all commands, because otherwise only the called one is registered
 */
export function addCompletionCommand(root: Command, terminal: Terminal, allCommands: () => Promise<Command>): void {
  root
    .command('completion')
    .description('print a script that completes commands and flags in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices([...SHELLS.keys()]))
    // The words that a script passes.
    .allowExcessArguments()
    .action(async (name: string, _flags: object, { args: [, ...words] }: Command) => {
      const { script, line } = SHELLS.get(name)!;
      if (words.length === 0) {
        terminal.print(script);
        return;
      }
      const found = suggestionsFor(
        await allCommands(),
        words.map((word) => word.slice(1)),
      );
      terminal.print(found === undefined ? `${FILES}\n` : found.map((each) => `${line(each)}\n`).join(''));
    });
}

/** What the last of the words may become; undefined for the name of a file. */
function suggestionsFor(root: Command, words: readonly string[]): readonly Suggestion[] | undefined {
  const [before, current = ''] = [words.slice(0, -1), words.at(-1)];
  // What follows belongs to the command of the user.
  if (before.includes('--')) return undefined;
  const command = before.reduce((place, word) => place.commands.find((each) => each.name() === word) ?? place, root);
  const flag = command.options.find(({ long }) => long !== undefined && long === before.at(-1));
  const [, value] = /[<[]([^<>[\]]+)/.exec(flag?.flags ?? '') ?? [];
  if (value !== undefined && /file|folder/.test(value)) return undefined;
  if (value !== undefined) {
    const choices = value.includes('|') ? value.split('|') : [];
    return choices.filter((word) => word.startsWith(current)).map((word) => ({ word, description: '' }));
  }
  const commands = command.commands.map((each) => ({ word: each.name(), description: each.description() }));
  const flags = command.options.flatMap(({ long, hidden, description }) =>
    long === undefined || hidden ? [] : [{ word: long, description }],
  );
  // Without a letter: the commands, or where there are none, the flags.
  if (current === '') return commands.length > 0 ? commands : flags;
  const found = [...commands, ...flags].filter(({ word }) => word.startsWith(current));
  return found.length === 0 ? undefined : found;
}
