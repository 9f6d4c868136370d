/**
 * Writes constants that types follow from: the options of `options.yaml`, the commands of `commands.yaml` with their flags,
 * and the like. Each build does, and each run of the tests, before they read the sources; Git does not keep the files.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { mapMembers } from '../src/common/json.js';
import { BASES } from '../src/contract/fidelity/point.js';
import { OPERATION_IDS } from '../src/contract/operation-ids.js';
import { writeIfChanged } from './write-if-changed.js';

/** The documents of the sources, and what is written beside each. */
const TABLES = [
  { from: 'src/emulator/options.yaml', to: 'option-rows.ts', name: 'OPTION_ROWS', rowsOf: plainRows },
  { from: 'src/emulator/sandbox-options.yaml', to: 'sandbox-rows.ts', name: 'SANDBOX_ROWS', rowsOf: plainRows },
  { from: 'src/upstream/proxy/proxy-options.yaml', to: 'proxy-rows.ts', name: 'PROXY_ROWS', rowsOf: plainRows },
  { from: 'src/cli/commands.yaml', to: 'command-table.ts', name: 'COMMAND_TABLE', rowsOf: commandRows },
  { from: 'src/pact/generate/phrases.yaml', to: 'phrases.ts', name: 'PHRASES', rowsOf: plainRows },
  { from: 'src/pact/states/set-up/score-levels.yaml', to: 'score-levels.ts', name: 'SCORE_LEVELS', rowsOf: plainRows },
  { from: 'src/pact/states/members.yaml', to: 'members.ts', name: 'MEMBERS', rowsOf: plainRows },
  { from: 'src/verify/compare/findings.yaml', to: 'findings.ts', name: 'FINDINGS', rowsOf: plainRows },
  { from: 'src/upstream/sentences.yaml', to: 'sentence-table.ts', name: 'SENTENCES', rowsOf: plainRows },
  { from: 'src/upstream/evidence/words.yaml', to: 'words.ts', name: 'WORDS', rowsOf: plainRows },
];

export function writeSourceTables(): void {
  for (const { from, to, name, rowsOf } of TABLES) {
    const rows = Object.entries(rowsOf(readFileSync(from, 'utf8')));
    const lines = rows.map(([key, row]) => `  '${key}': ${JSON.stringify(row, withoutComment)},`);
    const code = `export const ${name} = {\n${lines.join('\n')}\n} as const;\n`;
    const types = from.endsWith('options.yaml') ? optionTypes(rows) : '';
    writeIfChanged(join(dirname(from), to), `// Generated from ${from} by the build.\n\n${code}${types}`);
  }
}

function withoutComment(member: string, value: unknown): unknown {
  return member === 'means' ? undefined : value;
}

type Rows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What an option is in a program, by its `type` in the document. */
const OPTION_TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  list: 'readonly string[]',
  pairs: 'Readonly<Record<string, string>>',
  switch: 'boolean',
};

/** The members of options in a program. `options.ts` has those whose comment the document does not have. */
function optionTypes(rows: readonly (readonly [string, Rows[string]])[]): string {
  const members = rows.flatMap(([name, { means, type, choices }]) => {
    const named = (choices as readonly string[] | undefined)?.map((choice) => `'${choice}'`);
    const value = named?.join(' | ') ?? OPTION_TYPES[type as string] ?? 'string';
    return means === undefined ? [] : [`  /** ${means as string} */\n  readonly ${name}?: ${value};`];
  });
  return `\nexport interface WrittenOptions {\n${members.join('\n')}\n}\n`;
}

function plainRows(text: string): Rows {
  return parse(text) as Rows;
}

/** A command as the document has it. */
interface WrittenCommand {
  readonly flags?: Readonly<Record<string, Readonly<Record<string, string | object>>>>;
}

function commandRows(written: string): Rows {
  const text = written.replace(/\{(bases|operations|revisions)\}/g, (_, name: string) => wordsOf(name).join(', '));
  const { commands } = parse(text, { merge: true }) as { readonly commands: Readonly<Record<string, WrittenCommand>> };
  return mapMembers(commands, ({ flags = {}, ...command }) => {
    const rows = Object.entries(flags).flatMap(([heading, own]) =>
      Object.entries(own).map(([flag, row]) => flagRow(heading, flag, row)),
    );
    return { ...command, flags: rows };
  });
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
