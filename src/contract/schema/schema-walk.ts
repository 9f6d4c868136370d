/**
 * Walks over JSON Schemas (2020-12), alone or beside a value. Only this module knows the keywords that hold schemas, so
 * all code that goes from a schema to the schemas inside it uses this module. The keywords are `properties`,
 * `additionalProperties`, `items`, `prefixItems`, `allOf`, `anyOf`, `oneOf`, and `$ref`.
 *
 * A schema alone: {@link subschemas} lists what is directly inside it, {@link schemasOnPath} goes down to one value,
 * {@link mapSchema} makes a changed copy. A schema beside a value: {@link visitParts} visits what is directly inside
 * the value, {@link walkValue} visits everything, and `mapValue` of `map-value.ts` makes a changed copy.
 */

import { isReference, type ReferenceChain, type Schema, type SchemaObject } from '../document.js';
import { escapePointer, isObject } from '../../common/json.js';

/** The keywords that hold schemas. Boolean schemas are not walked. */
const KEYWORDS = ['properties', 'additionalProperties', 'items', 'prefixItems', 'allOf', 'anyOf', 'oneOf'] as const;

/** A schema directly inside another one. */
export interface Subschema {
  readonly keyword: (typeof KEYWORDS)[number];
  /** The name of a member, or the position in a list of schemas; undefined for `items` and `additionalProperties`. */
  readonly key: string | undefined;
  readonly schema: Schema;
}

/** The schemas directly inside a schema; none in a reference. */
export function subschemas(schema: Schema): Subschema[] {
  if (isReference(schema)) return [];
  return KEYWORDS.flatMap((keyword): Subschema[] => {
    if (keyword === 'items' || keyword === 'additionalProperties') {
      const inner = schema[keyword];
      return isObject(inner) ? [{ keyword, key: undefined, schema: inner }] : [];
    }

    const byKey = Object.entries<Schema>(schema[keyword] ?? {});
    return byKey.map(([key, inner]) => ({ keyword, key, schema: inner }));
  });
}

/** Receives a schema or a reference, and the part of a value that it describes. */
type Visit = (schema: Schema, part: unknown) => void;

/** The JSON pointer from a schema to one of its {@link subschemas}: `/properties/partyId`, `/items`. */
export function pointerToSubschema({ keyword, key }: Subschema): string {
  return key === undefined ? `/${keyword}` : `/${keyword}/${escapePointer(key)}`;
}

/**
 * Calls `visit` for each schema and reference that describes the value or a part of it, together with that part. The
 * parts are the existing members of objects, and all items of arrays. Outer parts come first. A schema that several
 * items share is visited for each item.
 */
export function walkValue(chain: ReferenceChain, schema: Schema, value: unknown, visit: Visit): void {
  const referencesAndTarget = chain(schema) as readonly Schema[];
  for (const one of referencesAndTarget) visit(one, value);
  visitParts(chain, referencesAndTarget.at(-1) as SchemaObject, value, (inner, part) => {
    walkValue(chain, inner, part, visit);
  });
}

/**
 * Calls `visit` for each part directly inside a value, with the schema of the part. It also passes the value itself,
 * once for each alternative that its type allows.
 * @param schema not a reference
 */
export function visitParts(chain: ReferenceChain, schema: SchemaObject, value: unknown, visit: Visit): void {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const applied of allOf) visit(applied, value);
  for (const alternative of [...anyOf, ...oneOf])
    if (allowsType(targetOf(chain, alternative), value)) visit(alternative, value);

  const visitPart = (inner: Schema | undefined, part: unknown): void => {
    if (inner !== undefined) visit(inner, part);
  };

  if (Array.isArray(value)) value.forEach((item: unknown, at) => visitPart(itemSchema(schema, at), item));
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) visitPart(memberSchema(schema, name), member);
}

/**
 * The schemas on the way from a value to a part of that value, the value's own first. Each entry lists the references
 * that lead to a schema, and then the schema. The list ends early if a schema does not describe the next part.
 * @param path names of members and positions of items
 */
export function schemasOnPath(chain: ReferenceChain, schema: Schema, path: readonly string[]): (readonly Schema[])[] {
  const own = chain(schema) as readonly Schema[];
  const [token, ...rest] = path;
  const inner = token === undefined ? undefined : schemaInside(chain, own.at(-1) as SchemaObject, token);

  return inner === undefined ? [own] : [own, ...schemasOnPath(chain, inner, rest)];
}

/** The schema of a member or an item. It may be in the schema itself or in one of the alternatives. */
function schemaInside(chain: ReferenceChain, schema: SchemaObject, token: string): Schema | undefined {
  const inner = memberSchema(schema, token) ?? (/^\d+$/.test(token) ? itemSchema(schema, Number(token)) : undefined);
  if (inner !== undefined) return inner;

  const { allOf = [], anyOf = [], oneOf = [] } = schema;

  for (const alternative of [...allOf, ...anyOf, ...oneOf]) {
    const found = schemaInside(chain, targetOf(chain, alternative), token);
    if (found !== undefined) return found;
  }

  return undefined;
}

/** The places of all values that a schema describes, as `mapValue` names them: `items[].metadata.email`. */
export function placesIn(chain: ReferenceChain, reference: Schema, place = ''): string[] {
  const schema = withMembersOfAlternatives(targetOf(chain, reference));
  const inner = subschemas(schema).flatMap(({ keyword, key = '', schema: part }) => {
    if (keyword === 'properties') return placesIn(chain, part, place === '' ? key : `${place}.${key}`);
    return placesIn(chain, part, keyword === 'items' ? `${place}[]` : place);
  });
  return [place, ...inner];
}

/** The schema of an object's member. */
export function memberSchema(schema: SchemaObject, name: string): Schema | undefined {
  const { properties, additionalProperties } = schema;
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return isObject(additionalProperties) ? additionalProperties : undefined;
}

/** The schema of an array's item. */
export function itemSchema(schema: SchemaObject, at: number): Schema | undefined {
  const { prefixItems, items } = schema;
  return prefixItems?.[at] ?? items;
}

/** Whether the schema's `type` allows the value. A schema without a type allows any. */
export function allowsType({ type }: SchemaObject, value: unknown): boolean {
  if (type === undefined) return true;

  const types = [type].flat();
  if (types.includes('integer') && Number.isInteger(value)) return true;
  if (value === null) return types.includes('null');

  return types.includes(Array.isArray(value) ? 'array' : typeof value);
}

/** A copy of the schema in which `change` has replaced every schema, inner ones first. References stay. */
export function mapSchema(schema: Schema, change: (schema: SchemaObject) => SchemaObject): Schema {
  if (isReference(schema)) return schema;

  const whole = withMembersOfAlternatives(schema);
  const changed = new Map<string, unknown>(Object.entries(whole));
  for (const { keyword, key, schema: inner } of subschemas(whole)) {
    // An alternative that only requires a member is a rule about the object around it, and stays as it is.
    const mapped = requiredMember(inner) === undefined ? mapSchema(inner, change) : inner;
    changed.set(keyword, key === undefined ? mapped : withSchemaAt(changed.get(keyword), key, mapped));
  }

  return change(Object.fromEntries(changed));
}

/** A copy of a list of schemas, or of schemas by name, with another schema at one key. */
function withSchemaAt(schemas: unknown, key: string, schema: Schema): unknown {
  return Array.isArray(schemas) ? schemas.with(Number(key), schema) : { ...(schemas as object), [key]: schema };
}

/**
 * The one member that an alternative requires, such as `x` for `{ required: ['x'] }`. The alternative may also describe
 * this member. Undefined if the alternative requires several members or has any other rule.
 */
export function requiredMember(schema: Schema): string | undefined {
  if (isReference(schema)) return undefined;

  const { required = [], properties = {}, ...rest } = schema;
  const [name, ...others] = required;
  const isAlone = others.length === 0 && Object.keys(rest).length === 0;

  return isAlone && Object.keys(properties).every((member) => member === name) ? name : undefined;
}

/** The schema with the members that its alternatives describe. The alternatives then only require these members. */
export function withMembersOfAlternatives(schema: SchemaObject): SchemaObject {
  const { oneOf = [] } = schema;
  const requiring = oneOf.filter((one): one is SchemaObject => requiredMember(one) !== undefined);
  const described = requiring.flatMap((alternative) => alternative.properties ?? []);
  if (described.length === 0) return schema;

  const properties = Object.assign({}, schema.properties, ...described) as NonNullable<SchemaObject['properties']>;
  return { ...schema, properties, oneOf: oneOf.map(withoutDescription) };
}

/** An alternative that requires one member, without the description of this member. Any other stays as it is. */
function withoutDescription(alternative: Schema): Schema {
  const name = requiredMember(alternative);
  return name === undefined ? alternative : { required: [name] };
}

/** The schema at the end of a chain of references. */
function targetOf(chain: ReferenceChain, schema: Schema): SchemaObject {
  return chain(schema).at(-1) as SchemaObject;
}
