/**
 * Changes of a response within the contract: another valid value, null where the contract allows it, an optional member
 * left out, and lists with one item less, one item more or another order. A program that reads such a response must not
 * fail.
 */

import type { OpenApiDocument, Schema, SchemaObject } from '../document.js';
import { mapValue, type DescribedValue } from './map-value.js';
import { itemSchema } from './schema-walk.js';

/** The value after a change; undefined removes a member. {@link UNCHANGED} if the schema does not allow it. */
type Change = (described: DescribedValue, document: OpenApiDocument) => unknown;

/** Stands for a change that the schema does not allow, because undefined already means that a member is removed. */
const UNCHANGED = Symbol('unchanged');

/** The kinds of changes. A client that reads a response rightly must bear with each of them. */
const CHANGES = {
  value: ({ schema, value }) => otherValue(schema, value),
  // The other values of an enumeration.
  'value-2': ({ schema, value }) => valueOfEnumeration(schema, value, 2),
  'value-3': ({ schema, value }) => valueOfEnumeration(schema, value, 3),
  'value-4': ({ schema, value }) => valueOfEnumeration(schema, value, 4),
  'value-5': ({ schema, value }) => valueOfEnumeration(schema, value, 5),
  'value-6': ({ schema, value }) => valueOfEnumeration(schema, value, 6),
  lowest: ({ schema, value }) => valueAtEnd(schema, value, 'lowest'),
  highest: ({ schema, value }) => valueAtEnd(schema, value, 'highest'),
  // An absent member is not set to null.
  null: ({ value, allowsNull }) => (allowsNull && value !== null && value !== undefined ? null : UNCHANGED),
  // A change to undefined removes the member.
  absent: ({ isRequired }) => (isRequired ? UNCHANGED : undefined),
  // A list with one item becomes empty by `shorter`.
  empty: ({ value }) => (isList(value) && value.length > 1 ? [] : UNCHANGED),
  shorter: ({ value }) => (isList(value) ? value.slice(0, -1) : UNCHANGED),
  longer: ({ value, schema }, document) => {
    if (!isList(value)) return UNCHANGED;
    // The new item is like the last one, with other values.
    return [...value, withOtherValues(document, itemSchema(schema, value.length) ?? {}, value.at(-1))];
  },
  reordered: ({ value }) => (isList(value) && value.length > 1 ? value.toReversed() : UNCHANGED),
  // The emulator requests a smaller page from the operation, so the value itself stays the same.
  'smaller-page': () => UNCHANGED,
} satisfies Readonly<Record<string, Change>>;

/** How one part of a response changes. */
export type AllowedChangeKind = keyof typeof CHANGES;
export const ALLOWED_CHANGE_KINDS = Object.keys(CHANGES) as readonly AllowedChangeKind[];

/** Whether the value is a list that has items. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** A change of a place of the body, for every item of the lists that it goes through: `items[].metadata.email`. */
export interface AllowedChange {
  readonly place: string;
  readonly kind: AllowedChangeKind;
}

/**
 * The changes that the schema allows for the parts of this value, by place. Rules about several members may forbid
 * some.
 */
export function allowedChanges(document: OpenApiDocument, schema: Schema, value: unknown): AllowedChange[] {
  const changes = new Map<string, AllowedChange>();
  mapValue(document, schema, value, (described) => {
    for (const kind of ALLOWED_CHANGE_KINDS)
      if (CHANGES[kind](described, document) !== UNCHANGED)
        changes.set(`${described.place}:${kind}`, { place: described.place, kind });
    return described.value;
  });
  return [...changes.values()].toSorted(byPlace);
}

/** Compares two changes by their places, for sorting. */
function byPlace({ place }: AllowedChange, { place: other }: AllowedChange): number {
  if (place === other) return 0;
  return place < other ? -1 : 1;
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
    let result = described.value;
    for (const kind of kindsAt.get(described.place) ?? []) {
      const next = CHANGES[kind]({ ...described, value: result }, document);
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

/** The places of the members that the contract requires and that the value has. */
export function requiredPlaces(document: OpenApiDocument, schema: Schema, value: unknown): string[] {
  const places = new Set<string>();
  mapValue(document, schema, value, ({ place, value: part, isRequired }) => {
    const isMember = place !== '' && !place.endsWith('[]');
    if (isRequired && isMember) places.add(place);
    return part;
  });

  return [...places];
}

/** The value with every scalar in it changed. */
export function withOtherValues(document: OpenApiDocument, schema: Schema, value: unknown): unknown {
  return mapValue(document, schema, value, ({ schema: schemaOfPart, value: part }) => {
    const other = otherValue(schemaOfPart, part);
    return other === UNCHANGED ? part : other;
  });
}

/** Another valid scalar of the same form: equal values stay equal, and different ones different. */
function otherValue(schema: SchemaObject, value: unknown): unknown {
  const { const: only, enum: values } = schema;
  const isScalar = value !== null && value !== undefined && typeof value !== 'object';
  if (only !== undefined || !isScalar) return UNCHANGED;
  if (values !== undefined) return valueOfEnumeration(schema, value, 1);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return otherNumber(schema, value);

  return typeof value === 'string' ? otherText(schema, value) : UNCHANGED;
}

/** Another value of the enumeration. @param further how many places it comes after the value */
function valueOfEnumeration({ enum: values = [] }: SchemaObject, value: unknown, further: number): unknown {
  const allowed: readonly unknown[] = values.filter((one) => one !== null);
  const at = allowed.indexOf(value);
  // In a short enumeration, going further would come back to the value itself.
  if (at === -1 || further >= allowed.length) return UNCHANGED;

  return allowed[(at + further) % allowed.length];
}

/** A number that is larger than any that a test expects, where the contract has no maximum. */
const LARGE = 1_000_000_000;

/** The smallest or largest number that the schema allows, the empty text, or a long text. */
function valueAtEnd(schema: SchemaObject, value: unknown, end: 'lowest' | 'highest'): unknown {
  const { enum: values, format, minimum = 0, maximum = LARGE } = schema;
  if (typeof value === 'number') {
    const other = end === 'lowest' ? minimum : maximum;
    return other === value ? UNCHANGED : other;
  }

  const isLimited = values !== undefined || format !== undefined;
  if (typeof value !== 'string' || value === '' || isLimited) return UNCHANGED;

  return end === 'lowest' ? '' : value.repeat(Math.ceil(1_000 / value.length));
}

/** Another number within the limits of the schema. */
function otherNumber({ minimum = -Infinity, maximum = Infinity }: SchemaObject, value: number): unknown {
  // The last candidate serves where the range is so small that the other two lie outside.
  const candidates = [value + 1, value - 1, (value + maximum) / 2];
  return candidates.find((other) => other >= minimum && other <= maximum) ?? UNCHANGED;
}

/** Years between two leap years, so that each day exists in both. */
const LEAP = 4;

/** Another text of the same form: one character differs, or the year of a time. */
function otherText({ format }: SchemaObject, text: string): string {
  if (format === 'date-time') return `${Number(text.slice(0, 4)) - LEAP}${text.slice(4)}`;

  // The first letter or digit in the second half is replaced: the beginning often has a fixed form.
  const middle = text.length >> 1;
  const inSecondHalf = text.slice(middle).search(/[a-z\d]/i);
  const at = inSecondHalf === -1 ? text.search(/[a-z\d]/i) : middle + inSecondHalf;

  return at === -1 ? `${text}x` : `${text.slice(0, at)}${otherCharacter(text.charAt(at))}${text.slice(at + 1)}`;
}

/** The cycles in which characters are replaced. Hexadecimal digits stay hexadecimal. */
const CYCLES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** The next character of the cycle. */
function otherCharacter(character: string): string {
  const cycle = CYCLES.find((letters) => letters.includes(character))!;
  return cycle.charAt((cycle.indexOf(character) + 1) % cycle.length);
}
