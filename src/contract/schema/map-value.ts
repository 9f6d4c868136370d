/** Makes a changed copy of a value, part by part along its schema. */

import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../document.js';
import { isObject } from '../../common/json.js';
import { allowsType, itemSchema, memberSchema, withMembersOfAlternatives } from './schema-walk.js';

/** A value or a part of one, and what its schema says about it. */
export interface DescribedValue {
  readonly value: unknown;
  /** The place of the value, with `[]` for any item of a list: `items[].metadata.email`. Empty for the whole value. */
  readonly place: string;
  readonly schema: SchemaObject;
  /** Whether the object around the value requires it as a member. True for items and for the whole value. */
  readonly isRequired: boolean;
  readonly allowsNull: boolean;
  /** Whether the value may be any text: no enumeration, format or pattern limits it, and it is not an ID. */
  readonly isFreeText: boolean;
}

/** Returns the value to put in place of the given one; undefined removes a member. */
export type ChangeValue = (described: DescribedValue) => unknown;

/** A copy of the value in which `change` has replaced every part that the schema describes, inner parts first. */
export function mapValue(document: OpenApiDocument, schema: Schema, value: unknown, change: ChangeValue): unknown {
  return mapPart({ document, change }, schema, value, WHOLE_VALUE);
}

/**
 * The first alternative of a `oneOf` schema that allows a value of this type. The schema itself is returned if it has
 * no alternatives, has a type of its own, or no alternative fits.
 */
export function alternativeFor(document: OpenApiDocument, schema: SchemaObject, value: unknown): SchemaObject {
  if (schema.type !== undefined) return schema;
  return alternativesOf(document, schema).find((alternative) => allowsType(alternative, value)) ?? schema;
}

/** What stays the same while a value is mapped. */
interface Mapping {
  readonly document: OpenApiDocument;
  readonly change: ChangeValue;
}

/** What the object around a part says about it. */
interface Role {
  readonly place: string;
  readonly isRequired: boolean;
  readonly isId: boolean;
}

/** The role of a value that no object is around. */
const WHOLE_VALUE: Role = { place: '', isRequired: true, isId: false };

/** Names of members that identify something: their values are not text for people. */
const ID = /^id$|Id$/;

/** The changed copy of a part. Its inner parts are changed first. */
function mapPart(mapping: Mapping, reference: Schema, value: unknown, role: Role): unknown {
  const { document, change } = mapping;
  const { place, isRequired, isId } = role;
  const target = resolveReference<SchemaObject>(document, reference);
  const schema = withMembersOfAlternatives(alternativeFor(document, target, value));

  return change({
    value: Array.isArray(value) ? mapItems(mapping, schema, value, place) : mapMembers(mapping, schema, value, place),
    place,
    schema,
    isRequired,
    allowsNull: allowsNull(document, target),
    isFreeText: !isId && isFreeText(schema, value),
  });
}

/** The changed copy of a list. Items without a schema stay as they are. */
function mapItems(mapping: Mapping, schema: SchemaObject, items: readonly unknown[], place: string): unknown[] {
  return items.map((item, at) => {
    const inner = itemSchema(schema, at);
    return inner === undefined ? item : mapPart(mapping, inner, item, { ...WHOLE_VALUE, place: `${place}[]` });
  });
}

/** The changed copy of an object. Members without a schema stay as they are. So does a value that is no object. */
function mapMembers(mapping: Mapping, schema: SchemaObject, value: unknown, place: string): unknown {
  if (!isObject(value)) return value;

  const required = schema.required ?? [];
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const inner = memberSchema(schema, name);
    if (inner === undefined) return [name, member];

    const role = {
      place: place === '' ? name : `${place}.${name}`,
      isRequired: required.includes(name),
      isId: ID.test(name),
    };

    return [name, mapPart(mapping, inner, member, role)];
  });

  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** The alternatives of a schema, without references. */
function alternativesOf(document: OpenApiDocument, { oneOf = [] }: SchemaObject): SchemaObject[] {
  return oneOf.map((alternative) => resolveReference<SchemaObject>(document, alternative));
}

/** Whether null is a valid value, by the schema itself or by an alternative. */
function allowsNull(document: OpenApiDocument, schema: SchemaObject): boolean {
  return [schema.type].flat().includes('null') || alternativesOf(document, schema).some(({ type }) => type === 'null');
}

/** Whether a value is a text that the schema does not limit. */
function isFreeText(schema: SchemaObject, value: unknown): boolean {
  const isLimited = ['enum', 'const', 'format', 'pattern'].some((keyword) => schema[keyword] !== undefined);
  return typeof value === 'string' && !isLimited;
}
