/** The places of a schema that a value comes by. */

import { referenceChain, type OpenApiDocument, type Reference, type SchemaObject } from '../document.js';
import { isObject } from '../is-object.js';

/** A place of the document, and what the value has there. */
export interface Part {
  /** A schema, or a reference to one: a member that refers to a schema comes by both. */
  readonly place: object;
  readonly value: unknown;
}

/** Every part of the value that the schema knows: of objects the members that are there, of arrays all items. */
export function* partsOf(document: OpenApiDocument, schema: SchemaObject | Reference, value: unknown): Generator<Part> {
  const chain = referenceChain(document, schema);
  for (const place of chain) yield { place, value };
  for (const [inner, held] of innerParts(document, chain.at(-1) as SchemaObject, value)) yield* partsOf(document, inner, held);
}

/** What lies inside of a value, each with its schema. */
export function innerParts(document: OpenApiDocument, schema: SchemaObject, value: unknown): (readonly [schema: SchemaObject | Reference, value: unknown])[] {
  const { properties = {}, items, oneOf = [] } = schema as Nested;
  const alternatives = oneOf.filter((alternative) => canBe(referenceChain(document, alternative).at(-1) as SchemaObject, value)).map((alternative) => [alternative, value] as const);
  if (Array.isArray(value)) return [...alternatives, ...(items === undefined ? [] : value.map((item: unknown) => [items, item] as const))];
  if (!isObject(value)) return alternatives;
  return [...alternatives, ...Object.entries(value).flatMap(([name, member]) => (properties[name] === undefined ? [] : [[properties[name], member] as const]))];
}

interface Nested {
  readonly properties?: Readonly<Record<string, SchemaObject | Reference>>;
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
}

/** Whether an alternative is for values of this type. */
function canBe({ type }: SchemaObject, value: unknown): boolean {
  return type === undefined || [type].flat().includes(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
}
