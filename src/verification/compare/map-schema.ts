/** Changes a schema and all the schemas inside of it. */

import { isReference, type Reference, type SchemaObject } from '../../contract/document.js';

export type Schema = SchemaObject | Reference;

/** A schema with those inside that the contract uses. */
export interface SchemaParts extends SchemaObject {
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

/** The schema that `change` makes of each, inner ones first; references stay what they are. */
export function mapSchema(schema: Schema, change: (schema: SchemaParts) => SchemaObject): Schema {
  if (isReference(schema)) return schema;
  const { items, properties, oneOf } = schema as SchemaParts;
  const inside = (inner: Schema): Schema => mapSchema(inner, change);
  return change({
    ...schema,
    ...(items !== undefined && { items: inside(items) }),
    ...(properties !== undefined && { properties: mapValues(properties, inside) }),
    // An alternative that only requires a member is a rule about the object around it.
    ...(oneOf !== undefined && {
      oneOf: oneOf.map((alternative) =>
        requiredMember(alternative) === undefined ? inside(alternative) : alternative,
      ),
    }),
  });
}

/** The one member that an alternative asks for, where it asks for nothing else. */
export function requiredMember(schema: Schema): string | undefined {
  if (isReference(schema) || Object.keys(schema).length !== 1) return undefined;
  const required = schema['required'] as readonly string[] | undefined;
  return required?.length === 1 ? required[0] : undefined;
}

/** The object with each value replaced. */
export function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
