/** Lists the parts of the values that a schema describes, and finds those that a value has. */

import { isObject } from '../../common/json.js';
import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { requiredMember, withMembersOfAlternatives } from '../../contract/schema/schema-walk.js';

/** A part of a value. */
export interface ValuePart {
  readonly name: string;
  /** Whether a value has the part. */
  readonly isIn: (value: unknown) => boolean;
}

/** The parts of the values of a schema. */
export interface ValueParts {
  /** Members that have no members themselves: `items[].id`. */
  readonly members: readonly ValuePart[];
  /**
   * Values of enumerations, alternatives and empty lists: `items[].status = open`, `results[] with error`, `items
   * empty`.
   */
  readonly variants: readonly ValuePart[];
}

/** A step into a value: a member, or all items. */
type Step = string | typeof ITEMS;
const ITEMS = Symbol('items');

/** The parts of a schema, in the order of the document. */
export function valueParts(document: OpenApiDocument, schema: Schema, steps: readonly Step[] = []): ValueParts {
  const { type, enum: values = [], properties, items, oneOf = [] } = resolved(document, schema);
  const alternatives = oneOf
    .flatMap((alternative) => requiredMember(alternative) ?? [])
    .map((member) => withMember(steps, member));
  if (properties !== undefined)
    return joinParts([
      { members: [], variants: alternatives },
      ...Object.entries(properties).map(([name, member]) => valueParts(document, member, [...steps, name])),
    ]);
  if (items !== undefined && hasMembers(document, items))
    return joinParts([
      { members: [], variants: isOuter(steps) ? [empty(steps)] : [] },
      valueParts(document, items, [...steps, ITEMS]),
    ]);
  if (type === 'array')
    return {
      members: [present(steps)],
      variants: items === undefined ? [] : valueParts(document, items, [...steps, ITEMS]).variants,
    };
  return {
    members: [present(steps)],
    variants: values.filter((value) => value !== null).map((value) => equal(steps, value)),
  };
}

/** The schema without references; of a schema that allows null, the other alternative. */
function resolved(document: OpenApiDocument, schema: Schema): SchemaObject {
  const found = resolveReference<SchemaObject>(document, schema);
  const others = (found.oneOf ?? [])
    .map((alternative) => resolveReference<SchemaObject>(document, alternative))
    .filter(({ type }) => type !== 'null');
  return others.length === 1 ? others[0]! : withMembersOfAlternatives(found);
}

function hasMembers(document: OpenApiDocument, schema: Schema): boolean {
  return resolved(document, schema).properties !== undefined;
}

/** Only a list at the top can be empty as the result of the request; lists inside lists are often empty. */
function isOuter(steps: readonly Step[]): boolean {
  return !steps.includes(ITEMS) && steps.length < 2;
}

function present(steps: readonly Step[]): ValuePart {
  return { name: nameOf(steps), isIn: (value) => valuesAt(value, steps).length > 0 };
}

function equal(steps: readonly Step[], wanted: unknown): ValuePart {
  return { name: `${nameOf(steps)} = ${String(wanted)}`, isIn: (value) => valuesAt(value, steps).includes(wanted) };
}

function withMember(steps: readonly Step[], member: string): ValuePart {
  return { name: `${nameOf(steps)} with ${member}`, isIn: (value) => valuesAt(value, [...steps, member]).length > 0 };
}

function empty(steps: readonly Step[]): ValuePart {
  return {
    name: `${nameOf(steps) || 'list'} empty`,
    isIn: (value) => valuesAt(value, steps).some((list) => Array.isArray(list) && list.length === 0),
  };
}

function nameOf(steps: readonly Step[]): string {
  return steps
    .map((step) => (step === ITEMS ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function valuesAt(value: unknown, [step, ...rest]: readonly Step[]): unknown[] {
  if (step === undefined) return [value];
  if (step === ITEMS) return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  return isObject(value) && Object.hasOwn(value, step) ? valuesAt(value[step], rest) : [];
}

function joinParts(parts: readonly ValueParts[]): ValueParts {
  return { members: parts.flatMap(({ members }) => members), variants: parts.flatMap(({ variants }) => variants) };
}
