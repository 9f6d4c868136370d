/**
 * Changes of a response within the contract: another valid value, null where allowed, nothing where optional, lists with an
 * item less, an item more or in another order. A program that reads what is changed may behave differently; it must not fail.
 */

import type { OpenApiDocument, Schema, SchemaObject } from './document.js';
import { isObject } from '../common/json.js';
import { mapValue, type DescribedValue } from './schema/map-value.js';
import { itemSchema } from './schema/schema-walk.js';

/** How one part of a response changes. A `smaller-page` is requested from the operation; the others change its response. */
export const ALLOWED_CHANGE_KINDS = [
  'value',
  // The other values of an enumeration.
  'value-2',
  'value-3',
  'value-4',
  'value-5',
  'value-6',
  'lowest',
  'highest',
  'null',
  'absent',
  'empty',
  'shorter',
  'longer',
  'reordered',
  'smaller-page',
] as const;
export type AllowedChangeKind = (typeof ALLOWED_CHANGE_KINDS)[number];

/** A change of a place of the body, for every item of the lists that it goes through: `items[].metadata.email`. */
export interface AllowedChange {
  readonly place: string;
  readonly kind: AllowedChangeKind;
}

/** The changes that the schema allows for the parts of this value, by place. Each alone may still break a rule about several members. */
export function allowedChanges(document: OpenApiDocument, schema: Schema, value: unknown): AllowedChange[] {
  const found = new Map<string, AllowedChange>();
  mapValue(document, schema, value, (described) => {
    for (const kind of ALLOWED_CHANGE_KINDS)
      if (changed(document, described, kind) !== UNCHANGED)
        found.set(`${described.place}:${kind}`, { place: described.place, kind });
    return described.value;
  });
  return [...found.values()].toSorted((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0));
}

/** The value with all these changes. A change that does not apply to it is left out. */
export function withChanges(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  changes: readonly AllowedChange[],
): unknown {
  const kindsAt = new Map<string, AllowedChangeKind[]>();
  for (const { place, kind } of changes) kindsAt.set(place, [...(kindsAt.get(place) ?? []), kind]);
  return mapValue(document, schema, value, (described) => {
    let { value: result } = described;
    for (const kind of kindsAt.get(described.place) ?? []) {
      const next = changed(document, { ...described, value: result }, kind);
      if (next !== UNCHANGED) result = next;
    }
    return result;
  });
}

/** The value without the members at these places, whether the contract requires them or not. */
export function withoutMembers(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  places: readonly string[],
): unknown {
  return mapValue(document, schema, value, ({ place, value: part }) => (places.includes(place) ? undefined : part));
}

/** The places of the members that the contract requires, of those that the value has. */
export function requiredPlaces(document: OpenApiDocument, schema: Schema, value: unknown): string[] {
  const places = new Set<string>();
  mapValue(document, schema, value, ({ place, value: part, isRequired }) => {
    if (isRequired && place !== '' && !place.endsWith('[]')) places.add(place);
    return part;
  });
  return [...places];
}

/** The value with every scalar in it changed. */
export function withOtherValues(document: OpenApiDocument, schema: Schema, value: unknown): unknown {
  return mapValue(document, schema, value, ({ schema: own, value: part }) => {
    const other = otherValue(own, part);
    return other === UNCHANGED ? part : other;
  });
}

/** Undefined means that a member is removed. */
const UNCHANGED = Symbol('unchanged');

function changed(
  document: OpenApiDocument,
  { value, schema, isRequired, allowsNull }: DescribedValue,
  kind: AllowedChangeKind,
): unknown {
  switch (kind) {
    case 'value':
      return otherValue(schema, value);
    case 'value-2':
    case 'value-3':
    case 'value-4':
    case 'value-5':
    case 'value-6':
      return valueOfEnumeration(schema, value, Number(kind.slice(-1)));
    case 'lowest':
    case 'highest':
      return valueAtEnd(schema, value, kind);
    case 'null':
      return allowsNull && value !== null && value !== undefined ? null : UNCHANGED;
    case 'absent':
      return isRequired ? UNCHANGED : undefined;
    case 'smaller-page':
      return UNCHANGED;
    default:
      return Array.isArray(value) && value.length > 0 ? changedList(document, schema, value, kind) : UNCHANGED;
  }
}

function changedList(
  document: OpenApiDocument,
  schema: SchemaObject,
  items: readonly unknown[],
  kind: 'empty' | 'shorter' | 'longer' | 'reordered',
): unknown {
  switch (kind) {
    case 'empty':
      return items.length > 1 ? [] : UNCHANGED;
    case 'shorter':
      return items.slice(0, -1);
    case 'longer': {
      const inner = itemSchema(schema, items.length) ?? {};
      return [...items, withOtherValues(document, inner, items.at(-1))];
    }
    case 'reordered':
      return items.length > 1 ? items.toReversed() : UNCHANGED;
  }
}

/** Another valid scalar of the same form: equal values stay equal, and different ones different. */
function otherValue(schema: SchemaObject, value: unknown): unknown {
  const { const: only, enum: values } = schema as SchemaObject & { readonly const?: unknown };
  if (only !== undefined || value === null || value === undefined || isObject(value) || Array.isArray(value))
    return UNCHANGED;
  if (values !== undefined) return valueOfEnumeration(schema, value, 1);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return otherNumber(schema, value);
  return typeof value === 'string' ? otherText(schema, value) : UNCHANGED;
}

/** The value so many places further in its enumeration. */
function valueOfEnumeration({ enum: values = [] }: SchemaObject, value: unknown, further: number): unknown {
  const others = values.filter((allowed) => allowed !== null);
  return further < others.length && others.includes(value as string)
    ? others[(others.indexOf(value as string) + further) % others.length]
    : UNCHANGED;
}

/** A number that is larger than any that a test expects, where the contract has no maximum. */
const LARGE = 1_000_000_000;

/** The least or the greatest number, the empty text, or a long one. */
function valueAtEnd(schema: SchemaObject, value: unknown, end: 'lowest' | 'highest'): unknown {
  const { enum: values, format, minimum = 0, maximum = LARGE } = schema as SchemaObject & EndsOfNumber;
  if (typeof value === 'number') {
    const other = end === 'lowest' ? minimum : maximum;
    return other === value ? UNCHANGED : other;
  }
  if (typeof value !== 'string' || values !== undefined || format !== undefined || value === '') return UNCHANGED;
  return end === 'lowest' ? '' : value.repeat(Math.ceil(1_000 / value.length));
}

interface EndsOfNumber {
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

function otherNumber(schema: SchemaObject, value: number): unknown {
  const { minimum = -Infinity, maximum = Infinity } = schema as {
    readonly minimum?: number;
    readonly maximum?: number;
  };
  return (
    [value + 1, value - 1, (value + maximum) / 2].find((other) => other >= minimum && other <= maximum) ?? UNCHANGED
  );
}

/** Years between two leap years, so that each day exists in both. */
const LEAP = 4;

function otherText({ format }: SchemaObject & { readonly format?: string }, text: string): string {
  if (format === 'date-time') return `${Number(text.slice(0, 4)) - LEAP}${text.slice(4)}`;
  const middle = text.length >> 1;
  const after = text.slice(middle).search(/[a-z\d]/i);
  const at = after === -1 ? text.search(/[a-z\d]/i) : middle + after;
  return at === -1 ? `${text}x` : `${text.slice(0, at)}${otherCharacter(text.charAt(at))}${text.slice(at + 1)}`;
}

/** Letters of hexadecimal numbers stay such. */
const CYCLES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

function otherCharacter(character: string): string {
  const cycle = CYCLES.find((letters) => letters.includes(character))!;
  return cycle.charAt((cycle.indexOf(character) + 1) % cycle.length);
}
