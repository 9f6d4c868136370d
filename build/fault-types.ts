/**
 * Writes `src/emulator/scenarios/fault-types.ts`: the kinds of fault in `spec/scenario.schema.json`, as types. Each build does,
 * before it reads the sources; Git does not keep the file.
 */

import { readFileSync } from 'node:fs';
import { writeIfChanged } from './write-if-changed.js';

/** A part of the schema. */
interface SchemaPart {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaPart[];
  readonly items?: SchemaPart;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaPart | false;
}

export function writeFaultTypes(): void {
  const { $defs } = JSON.parse(readFileSync('spec/scenario.schema.json', 'utf8')) as {
    readonly $defs: Readonly<Record<string, SchemaPart>>;
  };
  const kinds = Object.entries($defs['fault']!.properties!);
  const durations = kinds.flatMap(([kind, { properties = {} }]): string[] => {
    const names = Object.keys(properties).filter((name) => properties[name]!.$ref === '#/$defs/duration');
    return names.length === 0 ? [] : [`  ${key(kind)}: [${names.map((name) => `'${name}'`).join(', ')}],`];
  });
  const code = `/** The kinds of fault. Generated from \`spec/scenario.schema.json\` by the build. */

${kinds.map(([kind, fault]) => faultType($defs, kind, fault)).join('\n')}
export type Fault = ${kinds.map(([kind]) => nameOf(kind)).join(' | ')};

/** The members that are durations, by kind of fault. */
export const DURATIONS: Readonly<Partial<Record<Fault['kind'], readonly string[]>>> = {
${durations.join('\n')}
};
`;
  writeIfChanged('src/emulator/scenarios/fault-types.ts', code);
}

function faultType(
  definitions: Readonly<Record<string, SchemaPart>>,
  kind: string,
  { description = '', properties = {}, required = [] }: SchemaPart,
): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const comment = member.description === undefined ? '' : `  /** ${member.description} */\n`;
    return `${comment}  readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(definitions, member)};\n`;
  });
  return `/** ${description} */\nexport interface ${nameOf(kind)} {\n  readonly kind: '${kind}';\n${members.join('')}}\n`;
}

/** The type of a value after the parameters of a selection are filled in, and durations are milliseconds. */
function typeOf(definitions: Readonly<Record<string, SchemaPart>>, part: SchemaPart): string {
  const { $ref, type, enum: values, anyOf, items, additionalProperties } = part;
  if ($ref === '#/$defs/duration' || type === 'integer') return 'number';
  if ($ref !== undefined) return typeOf(definitions, definitions[$ref.slice('#/$defs/'.length)]!);
  // The other alternative is a parameter.
  if (anyOf !== undefined) return typeOf(definitions, anyOf[0]!);
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
  if (type === 'array') return `readonly ${typeOf(definitions, items!)}[]`;
  if (type !== 'object') return type!;
  return `Readonly<Record<string, ${additionalProperties ? typeOf(definitions, additionalProperties) : 'unknown'}>>`;
}

/** `BatchItemsFault` for `batch-items`. */
function nameOf(kind: string): string {
  const words = kind.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Fault`;
}

function key(kind: string): string {
  return /^\w+$/.test(kind) ? kind : `'${kind}'`;
}
