/**
 * Writes documents as constants in TypeScript, so that types can be derived from them: the options of `options.yaml`,
 * the commands of `commands.yaml` with their flags, and the like.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { mapMembers } from '../src/common/json.js';
import { BASES } from '../src/contract/fidelity/point.js';
import { OPERATION_IDS } from '../src/contract/operation.js';

/**
 * The code of a constant with the rows of the document in a file.
 * @param rowsOf reads the rows. Default: the members of a document in YAML
 * @param keyType the name of a type with the names of the rows. Default: there is no such type
 */
export function tableOf(file: string, name: string, rowsOf: (text: string) => object = parse, keyType = ''): string {
  const rows = Object.entries(rowsOf(readFileSync(file, 'utf8')));
  const lines = rows.map(([key, row]) => `  '${key}': ${JSON.stringify(row, withoutComment)},`);
  const type = keyType === '' ? '' : `\nexport type ${keyType} = keyof typeof ${name};\n`;
  const options = file.endsWith('options.yaml') ? optionTypes(rows as [string, Row][]) : '';

  return `// Generated from ${file} by the build.

export const ${name} = {
${lines.join('\n')}
} as const;
${type}${options}`;
}

/** The code of a constant with regular expressions, which stand in the document as they stand in JavaScript. */
export function expressionsOf(document: string, name: string): string {
  const rows = Object.entries(parse(readFileSync(document, 'utf8')) as Readonly<Record<string, string>>);
  const lines = rows.map(([key, expression]) => `  ${key}: ${expression},`);
  return `// Generated from ${document} by the build.\n\nexport const ${name} = {\n${lines.join('\n')}\n};\n`;
}

/** Leaves out the member `means`, which becomes a comment of a type. */
function withoutComment(member: string, value: unknown): unknown {
  return member === 'means' ? undefined : value;
}

type Row = Readonly<Record<string, unknown>>;

/** The TypeScript type of an option, by its `type` in the document. Without a type, it is a text. */
const OPTION_TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  list: 'readonly string[]',
  pairs: 'Readonly<Record<string, string>>',
  switch: 'boolean',
};

/** The interface of the options with the comment `means`. `options.ts` declares the others by hand. */
function optionTypes(rows: readonly (readonly [string, Row])[]): string {
  const members = rows.flatMap(([name, { means, type, choices }]) => {
    const texts = (choices as readonly string[] | undefined)?.map((choice) => `'${choice}'`);
    const value = texts?.join(' | ') ?? OPTION_TYPES[type as string] ?? 'string';
    return means === undefined ? [] : [`  /** ${means as string} */\n  readonly ${name}?: ${value};`];
  });
  return `\nexport interface WrittenOptions {\n${members.join('\n')}\n}\n`;
}

/** A command as the document has it. */
interface WrittenCommand {
  readonly module?: string;
  readonly flags?: Readonly<Record<string, Readonly<Record<string, string | object>>>>;
}

interface WrittenCommands {
  readonly commands: Readonly<Record<string, WrittenCommand>>;
}

/**
 * The commands of `commands.yaml`, with a list of flags for each. In the text, `{bases}`, `{operations}` and
 * `{revisions}` stand for the words that a flag accepts.
 */
export function commandRows(template: string): object {
  const text = template.replace(/\{(bases|operations|revisions)\}/g, (_, name: string) => wordsOf(name).join(', '));
  const { commands } = parse(text, { merge: true }) as WrittenCommands;
  return mapMembers(commands, ({ flags = {}, module: _, ...command }) => {
    const rows = Object.entries(flags).flatMap(([heading, flagsBelow]) =>
      Object.entries(flagsBelow).map(([flag, row]) => flagRow(heading, flag, row)),
    );
    return { ...command, flags: rows };
  });
}

/** The code with a function for each command that imports the module of the command. */
export function commandModules(): string {
  const { commands } = parse(readFileSync('src/cli/commands.yaml', 'utf8'), { merge: true }) as WrittenCommands;
  const lines = Object.entries(commands).flatMap(([name, { module }]) =>
    module === undefined ? [] : [`  ${name}: () => import('./${module}.js'),\n`],
  );
  return `// Generated from src/cli/commands.yaml by the build.\n\nexport const COMMAND_MODULES = {\n${lines.join('')}};\n`;
}

/** The code of a table with the function of each rule of the judge, which is in a file with the rule's ID. */
export function examinations(): string {
  const rules = JSON.parse(readFileSync('src/emulator/judge/rules.json', 'utf8')) as readonly { readonly id: string }[];
  const imports = rules.map(({ id }) => `import { ${camelCase(id)} } from './rules/${id}.js';\n`);
  const rows = rules.map(({ id }) => `  '${id}': ${camelCase(id)},\n`);
  return `// Generated from src/emulator/judge/rules.json by the build.\n\n${imports.join('')}
/** The functions that search the exchanges of a journal for offences, one for each rule. */
export const EXAMINATIONS = {\n${rows.join('')}};\n`;
}

function wordsOf(name: string): readonly string[] {
  if (name === 'bases') return BASES;
  if (name === 'operations') return OPERATION_IDS;

  return ['specification', ...readdirSync('spec/overlays').map((file) => file.replace('.yaml', ''))];
}

/** A flag with the name of its value: `tokenUrl` for `--token-url <url>`, `state` for `--no-state`. */
function flagRow(heading: string, flag: string, row: string | object): object {
  const [, word = ''] = /^--(?:no-)?([a-z-]+)/.exec(flag)!;
  return { flag, name: camelCase(word), heading: `${heading}:`, ...(typeof row === 'string' ? { text: row } : row) };
}

function camelCase(words: string): string {
  return words.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The rules by which the service selects data, as they are without variants. */
export function usualRules(text: string): object {
  const { StandingRules } = parse(text) as {
    readonly StandingRules: { readonly properties: Readonly<Record<string, Row>> };
  };
  return mapMembers(StandingRules.properties, (rule) => rule['default']);
}

interface WrittenFault {
  readonly properties?: Readonly<Record<string, { readonly $ref?: string }>>;
}

/** The names of the members that are durations, for each kind of fault. */
export function durationRows(schema: string): object {
  const { $defs } = JSON.parse(schema) as { $defs: { fault: { properties: Readonly<Record<string, WrittenFault>> } } };
  return mapMembers($defs.fault.properties, ({ properties = {} }) =>
    Object.keys(properties).filter((name) => properties[name]!.$ref === '#/$defs/duration'),
  );
}
