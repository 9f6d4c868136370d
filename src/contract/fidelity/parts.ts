/** The places of a schema that a value comes by. */

import type { Reference, SchemaObject } from '../document.js';
import { isObject } from '../json.js';

/** Everything that a reference leads to, itself included, the schema that it stands for at the end. */
export type Chain = (value: object) => readonly object[];

/** Told of a place of the document, a schema or a reference to one, and of what the value has there. */
export type Visit = (place: object, value: unknown) => void;

/**
 * Comes by every part of the value that the schema knows: of objects the members that are there, of arrays all items. A
 * member that refers to a schema comes by both.
 */
export function visitParts(chain: Chain, schema: SchemaObject | Reference, value: unknown, visit: Visit): void {
  const places = chain(schema);
  for (const place of places) visit(place, value);
  visitInner(chain, places.at(-1) as SchemaObject, value, (inner, held) => {
    visitParts(chain, inner, held, visit);
  });
}

/** Comes by what lies directly inside of a value, each with its schema; a value lies inside of its alternatives, too. */
export function visitInner(
  chain: Chain,
  schema: SchemaObject,
  value: unknown,
  visit: (schema: SchemaObject | Reference, value: unknown) => void,
): void {
  const { properties, items, oneOf = [] } = schema as Nested;
  for (const alternative of oneOf) {
    if (canBe(chain(alternative).at(-1) as SchemaObject, value)) visit(alternative, value);
  }
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) visit(items, item);
  } else if (properties !== undefined && isObject(value)) {
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) visit(properties[name]!, value[name]);
    }
  }
}

interface Nested {
  readonly properties?: Readonly<Record<string, SchemaObject | Reference>>;
  readonly items?: SchemaObject | Reference;
  readonly oneOf?: readonly (SchemaObject | Reference)[];
}

/** Whether an alternative is for values of this type. */
function canBe({ type }: SchemaObject, value: unknown): boolean {
  return (
    type === undefined ||
    [type].flat().includes(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
  );
}
