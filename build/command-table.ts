/**
 * Writes `src/cli/command-table.ts`: the commands of `src/cli/commands.yaml` with their flags, as a constant that types follow
 * from. Each build does, and each run of the tests, before they read the sources; Git does not keep the file.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { BASES } from '../src/contract/fidelity/point.js';
import { OPERATION_IDS } from '../src/contract/operation-ids.js';
import { writeIfChanged } from './write-if-changed.js';

const SOURCE = 'src/cli/commands.yaml';

/** A command as the document has it. */
interface WrittenCommand {
  readonly flags?: Readonly<Record<string, Readonly<Record<string, string | object>>>>;
}

export function writeCommandTable(): void {
  const text = readFileSync(SOURCE, 'utf8').replace(/\{(bases|operations|revisions)\}/g, (_, name: string) =>
    wordsOf(name).join(', '),
  );
  const { commands } = parse(text, { merge: true }) as { readonly commands: Readonly<Record<string, WrittenCommand>> };
  const rows = Object.entries(commands).map(([path, { flags = {}, ...command }]) => {
    const all = Object.entries(flags).flatMap(([heading, own]) =>
      Object.entries(own).map(([flag, row]) => flagRow(heading, flag, row)),
    );
    return `  '${path}': ${JSON.stringify({ ...command, flags: all })},`;
  });
  const code = `// Generated from ${SOURCE} by the build.

/** The commands by their names, with the flags of each. */
export const COMMAND_TABLE = {
${rows.join('\n')}
} as const;
`;
  writeIfChanged('src/cli/command-table.ts', code);
}

function wordsOf(name: string): readonly string[] {
  if (name === 'bases') return BASES;
  if (name === 'operations') return OPERATION_IDS;

  return ['specification', ...readdirSync('spec/overlays').map((file) => file.replace('.yaml', ''))];
}

/** A flag with the name of its value: `tokenUrl` for `--token-url <url>`, `state` for `--no-state`. */
function flagRow(heading: string, flag: string, row: string | object): object {
  const [, word = ''] = /^--(?:no-)?([a-z-]+)/.exec(flag)!;
  const name = word.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { flag, name, heading: `${heading}:`, ...(typeof row === 'string' ? { text: row } : row) };
}
