/** Writes `src/client/contract-types.ts`: what responses contain, under the names of the specification. */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { mapMembers } from '../src/common/json.js';
import NAMES from './client-names.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

type Schemas = Readonly<Record<string, Schema>>;

type PathItem = Readonly<Record<string, { readonly responses?: Readonly<Record<string, unknown>> }>>;

/** The schema whose type is written by hand, in `src/client/types.ts`. */
const BY_HAND = 'Pagination';

const REFERENCE = '#/components/schemas/';

/** The source with the types. */
export function clientTypes(): string {
  const { paths, components } = parse(readFileSync('spec/openapi.yaml', 'utf8')) as {
    readonly paths: Readonly<Record<string, PathItem>>;
    readonly components: { readonly schemas: Schemas };
  };
  const schemas = withRevisions(components.schemas);
  const names = new Set<string>();
  for (const [path, item] of Object.entries(paths))
    // The token endpoint is not under `/api/`: the library requests tokens itself, and shows no types of them.
    if (path.startsWith('/api/')) collect(successesIn(item), schemas, names);

  return `/** What responses contain. Generated from \`spec/openapi.yaml\` by the build. */

import type { FurtherMembers, OpenEnum, Page } from './types.js';

/** ISO 8601, in UTC. */
export type Timestamp = string;
${[...names].map((name) => declarationOf(name, schemas)).join('')}`;
}

/**
 * The schemas with the members that later revisions of the contract add. An overlay is the document of a revision. The
 * added members are optional, because other revisions do not have them.
 */
function withRevisions(schemas: Schemas): Schemas {
  const all: Record<string, Schema> = { ...schemas };
  for (const file of readdirSync('spec/overlays')) {
    const { actions } = parse(readFileSync(`spec/overlays/${file}`, 'utf8')) as {
      readonly actions: readonly { readonly target: string; readonly update: Schema }[];
    };
    for (const { target, update } of actions) {
      const [, name] = /^\$\.components\.schemas\.(\w+)$/.exec(target) ?? [];
      // Other actions of an overlay change no schema.
      if (name === undefined) continue;

      const since = `Services send it since the revision ${file.replace('.yaml', '')}.`;
      const added = mapMembers(update.properties ?? {}, (schema): Schema => {
        return { ...schema, description: `${schema.description} ${since}` };
      });
      all[name] = { ...all[name], properties: { ...all[name]!.properties, ...added } };
    }
  }

  return all;
}

/** The responses with 2xx of the operations at a path. */
function successesIn(item: PathItem): unknown[] {
  return Object.values(item).flatMap(({ responses = {} }) =>
    Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : [])),
  );
}

/**
 * Adds the names of the schemas to which a part of the contract refers, if they get a declaration. A schema follows
 * those to which it refers itself.
 */
function collect(part: unknown, schemas: Schemas, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;

  const { $ref } = part as Schema;
  const name = $ref?.startsWith(REFERENCE) === true ? $ref.slice(REFERENCE.length) : undefined;
  if (name === undefined) Object.values(part).forEach((inner) => collect(inner, schemas, names));
  else if (!names.has(name) && name !== BY_HAND) {
    const schema = schemas[name]!;
    collect(schema, schemas, names);
    if (isDeclared(schema)) names.add(name);
  }
}

/** Whether a schema gets a declaration: a plain text gets none. */
function isDeclared({ type, enum: values }: Schema): boolean {
  return values !== undefined || type === 'object';
}

function declarationOf(name: string, schemas: Schemas): string {
  const schema = schemas[name]!;
  const { properties = {}, oneOf } = schema;
  const head = `${comment(schema, '')}export `;
  const publicName = nameOf(name);
  if (schema.enum !== undefined) return `${head}type ${publicName} = ${openEnum(schema.enum)};\n`;
  if (oneOf !== undefined) return `${head}type ${publicName} =${alternatives(schema, schemas)};\n`;

  // A schema with items and pagination is a page of a list, for which `types.ts` has a type.
  const { items, pagination, ...others } = properties;
  if (items === undefined || pagination === undefined)
    return `${head}interface ${publicName} {\n${membersOf(schema, properties, schemas)}}\n`;

  const page = `Page<${typeOf(items.items!, schemas)}>`;
  if (Object.keys(others).length === 0) return `${head}type ${publicName} = ${page};\n`;

  return `${head}interface ${publicName} extends ${page} {\n${membersOf(schema, others, schemas)}}\n`;
}

/** A union of objects. Each has the shared members and its own, and none of the other alternatives. */
function alternatives({ oneOf = [], ...shared }: Schema, schemas: Schemas): string {
  // A member of another alternative is `undefined`, so that TypeScript can tell the alternatives apart.
  const names = oneOf.flatMap(({ properties }) => Object.keys(properties!));
  const texts = oneOf.map((alternative) => {
    const absent = names.filter((name) => !(name in alternative.properties!)).map((name) => `  ${name}?: undefined;\n`);
    const sharedMembers = membersOf(shared, shared.properties!, schemas);
    const ownMembers = membersOf(alternative, alternative.properties!, schemas);

    return `\n  | {\n${sharedMembers}${ownMembers}${absent.join('')}}`;
  });
  return texts.join('');
}

function membersOf({ required = [] }: Schema, properties: Schemas, schemas: Schemas): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(schema, '  ')}  ${name}${mark}: ${typeOf(schema, schemas)};\n`;
  });
  return members.join('');
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const { $ref, type, enum: values, oneOf, items } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice(REFERENCE.length);
    return isDeclared(schemas[name]!) ? nameOf(name) : typeOf(schemas[name]!, schemas);
  }
  if (oneOf !== undefined) return oneOf.map((alternative) => typeOf(alternative, schemas)).join(' | ');
  if (Array.isArray(type)) return type.map((name: string) => typeOf({ ...schema, type: name }, schemas)).join(' | ');
  if (type === 'null') return 'null';
  if (values !== undefined) return enumName(values, schemas) ?? openEnum(values);
  if (schema.format === 'date-time') return 'Timestamp';
  if (type === 'array') return `${typeOf(items!, schemas)}[]`;
  if (type === 'object') return 'FurtherMembers';

  return type === 'integer' ? 'number' : (type as string);
}

/** The name of the schema with these values; undefined if there is none. */
function enumName(values: NonNullable<Schema['enum']>, schemas: Schemas): string | undefined {
  const wanted = values.filter((value) => value !== null).join();
  return Object.keys(schemas).find((name) => schemas[name]!.enum?.join() === wanted);
}

function openEnum(values: NonNullable<Schema['enum']>): string {
  return `OpenEnum<${values.map((value) => `'${value}'`).join(' | ')}>`;
}

/** The specification's name for a schema, which may have another name in `spec/openapi.yaml`. */
function nameOf(schema: string): string {
  return (NAMES as Readonly<Record<string, string>>)[schema] ?? schema;
}

function comment({ description, minimum, maximum }: Schema, indent: string): string {
  const range = minimum === undefined || maximum === undefined ? [] : [`From ${minimum} to ${maximum}.`];
  const sentences = [...(description === undefined ? [] : [description]), ...range];
  return sentences.length === 0 ? '' : `${indent}/** ${sentences.join(' ')} */\n`;
}
