/** Walks through a value along its schema, and changes it on the way. */

import { resolveReference, type OpenApiDocument, type Reference, type SchemaObject } from './document.js';

/** A value, and what the schema says of it. */
export interface Visited {
  readonly value: unknown;
  readonly schema: SchemaObject;
  /** Whether the object that it is a member of has to have it; items and the whole value are required. */
  readonly isRequired: boolean;
  readonly allowsNull: boolean;
  /** A text that may be any: no enumeration, format or pattern, and no ID. */
  readonly isFreeText: boolean;
}

/** The value that shall stand in the place; undefined leaves a member out. */
export type Visit = (visited: Visited) => unknown;

/** The value with every part of it replaced by what `visit` makes of it, inner parts first. */
export function walkSchema(
  document: OpenApiDocument,
  schema: SchemaObject | Reference,
  value: unknown,
  visit: Visit,
): unknown {
  return walk({ document, visit }, schema, value, ANYWHERE);
}

/** Names of members that tell things apart; what they hold is no text for people. */
const ID = /^id$|Id$/;

/** What an object says of its member. */
interface Place {
  readonly isRequired: boolean;
  readonly isId: boolean;
}

const ANYWHERE: Place = { isRequired: true, isId: false };

interface Walk {
  readonly document: OpenApiDocument;
  readonly visit: Visit;
}

function walk(
  context: Walk,
  reference: SchemaObject | Reference,
  value: unknown,
  { isRequired, isId }: Place,
): unknown {
  const schema = alternativeFor(context, resolveReference<SchemaObject>(context.document, reference), value);
  const inner = Array.isArray(value) ? walkItems(context, schema, value) : walkMembers(context, schema, value);
  return context.visit({
    value: inner,
    schema,
    isRequired,
    allowsNull: allowsNull(context, reference),
    isFreeText: !isId && isFreeText(schema, value),
  });
}

function walkItems(context: Walk, { items }: SchemaObject, values: readonly unknown[]): unknown[] {
  return items === undefined
    ? [...values]
    : values.map((value) => walk(context, items as SchemaObject | Reference, value, ANYWHERE));
}

function walkMembers(context: Walk, { properties = {}, required = [] }: SchemaObject, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
    const schema = properties[name];
    return [
      name,
      schema === undefined
        ? member
        : walk(context, schema, member, {
            isRequired: (required as readonly string[]).includes(name),
            isId: ID.test(name),
          }),
    ];
  });
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Of several alternatives, the first that a value of this type can be. */
function alternativeFor({ document }: Walk, schema: SchemaObject, value: unknown): SchemaObject {
  const alternatives = schema['oneOf'] as readonly (SchemaObject | Reference)[] | undefined;
  if (alternatives === undefined || schema.type !== undefined) return schema;
  const type = value === null ? 'null' : typeof value;
  const candidates = alternatives.map((alternative) => resolveReference<SchemaObject>(document, alternative));
  return candidates.find((candidate) => [candidate.type].flat().includes(type)) ?? schema;
}

function allowsNull({ document }: Walk, reference: SchemaObject | Reference): boolean {
  const { type, oneOf = [] } = resolveReference<SchemaObject>(document, reference) as SchemaObject & {
    oneOf?: readonly (SchemaObject | Reference)[];
  };
  return (
    [type].flat().includes('null') ||
    oneOf.some((alternative) => resolveReference<SchemaObject>(document, alternative).type === 'null')
  );
}

function isFreeText(schema: SchemaObject, value: unknown): boolean {
  return (
    typeof value === 'string' &&
    ['enum', 'const', 'format', 'pattern'].every((keyword) => schema[keyword] === undefined)
  );
}
