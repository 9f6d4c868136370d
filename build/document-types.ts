/** Generates types from documents that have changed, by a library that needs the TypeScript compiler. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { mapMembers } from '../src/common/json.js';

const CONTROL = 'spec/control.yaml';
const INSPECTOR_TYPES = 'src/inspector/control/control-plane.d.ts';

type Sources = readonly string[];

/** The functions that make schemas from documents, as `document-types.yaml` names them. */
const READERS = { componentsIn, definitionsIn, faultsIn, schemasIn, toolInputsIn };

/** The documents of a generated file, and how they are read. */
interface Generated {
  readonly from: Sources;
  readonly reads: keyof typeof READERS;
}

/** The generated files, by their paths. */
const TYPES = Object.entries(read('build/document-types.yaml') as Readonly<Record<string, Generated>>);

/** Writes the types, unless they are newer than their documents. */
export async function generateDocumentTypes(): Promise<void> {
  if (!isNewer(INSPECTOR_TYPES, CONTROL))
    await write(INSPECTOR_TYPES, [CONTROL], read(CONTROL) as object, { immutable: false });
  for (const [to, { from, reads }] of TYPES) {
    const isUpToDate = from.every((file) => isNewer(to, file));
    if (!isUpToDate) await write(to, from, documentWith(READERS[reads](from)), { immutable: true });
  }
}

function schemasIn([file]: Sources): unknown {
  return read(file!);
}

function componentsIn([file]: Sources): object {
  return (read(file!) as { readonly components: { readonly schemas: object } }).components.schemas;
}

/**
 * The definitions in these schemas, and the schemas by the names of their files. A part whose form depends on its type
 * (`if`, `then`) becomes the union of its forms.
 */
function definitionsIn(files: Sources): object {
  // References such as `state.schema.json#/$defs/party` and `state.schema.json` become those of one document.
  const text = JSON.stringify(files.map(read))
    .replaceAll(/(?:state\.schema\.json)?#\/\$defs/g, '#/components/schemas')
    .replaceAll(/"(state)\.schema\.json#?/g, '"#/components/schemas/$1');
  const schemas = JSON.parse(text, withUnions) as readonly { readonly $defs: object }[];
  const ofFiles = schemas.map(({ $defs, ...schema }, index) => {
    const [, name = ''] = /(\w+)\.schema/.exec(files[index]!)!;
    return { ...$defs, [name]: schema };
  });

  return Object.assign({}, ...ofFiles) as object;
}

/** Makes a part whose form depends on its type the union of its forms. */
function withUnions(_: string, part: { readonly allOf?: readonly { readonly then?: object }[] } | null): unknown {
  return part?.allOf?.[0]?.then === undefined ? part : { oneOf: part.allOf.map(({ then }) => then) };
}

/** A schema for the input of each tool. */
function toolInputsIn([file]: Sources): object {
  const tools = read(file!) as Readonly<Record<string, { input: object; required?: readonly string[] }>>;
  return mapMembers(tools, ({ input: properties, required }) => {
    return { type: 'object', properties, required, additionalProperties: false };
  });
}

const REFERENCE = '#/components/schemas/';

interface ObjectSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
  readonly required?: readonly string[];
}

/**
 * A schema for each kind of fault, as the emulator uses it: durations are milliseconds, and the parameters of a
 * selection are filled in. In a file, a member may also have the name of a parameter (`anyOf`). That alternative is
 * left out.
 */
function faultsIn([file]: Sources): object {
  const { $defs } = read(file!) as { readonly $defs: Readonly<Record<string, ObjectSchema>> };
  const { fault, integer, operation, text } = $defs;
  const kinds = Object.entries(fault!.properties!).map(([kind, { description, properties, required = [] }]) => {
    const members = { kind: { const: kind }, ...properties };
    return [faultName(kind), { description, type: 'object', properties: members, required: ['kind', ...required] }];
  });
  const schemas = { integer, operation, text, duration: { type: 'number' }, ...(Object.fromEntries(kinds) as object) };
  // The references lead into the document that `documentWith` makes.
  const filled = JSON.parse(JSON.stringify(schemas).replaceAll('#/$defs/', REFERENCE), withoutAlternatives) as object;

  return { ...filled, Fault: { anyOf: kinds.map(([name]) => ({ $ref: `${REFERENCE}${name as string}` })) } };
}

/** Keeps the first alternative of a part: the value. The other alternatives name a parameter. */
function withoutAlternatives(_: string, part: { readonly anyOf?: readonly object[] } | null): unknown {
  return part?.anyOf === undefined ? part : { ...part, ...part.anyOf[0], anyOf: undefined };
}

/** `BatchItemsFault` for `batch-items`. */
function faultName(kind: string): string {
  const words = kind.split('-').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Fault`;
}

/** An OpenAPI document with these schemas alone. */
function documentWith(schemas: unknown): object {
  return { openapi: '3.1.0', info: { title: 'schemas', version: '1' }, paths: {}, components: { schemas } };
}

function isNewer(file: string, source: string): boolean {
  return existsSync(file) && statSync(file).mtimeMs > statSync(source).mtimeMs;
}

function read(file: string): unknown {
  return parse(readFileSync(file, 'utf8'));
}

/** @param options options of the library: `immutable` makes all members read-only */
async function write(file: string, sources: Sources, document: object, options: object): Promise<void> {
  // The library loads the compiler, which takes a second.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const rootTypes = { rootTypes: true, rootTypesNoSchemaPrefix: true };
  const allOptions = { silent: true, defaultNonNullable: false, ...rootTypes, ...options };
  const code = astToString(await openapiTS(JSON.stringify(document), allOptions));
  writeFileSync(file, `// Generated from ${sources.join(', ')} by the build.\n\n${code}`);
}
