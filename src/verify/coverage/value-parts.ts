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
  const partOf = (suffix: string, holds: (values: unknown[]) => boolean, path = steps): ValuePart => ({
    name: `${nameOf(steps)}${suffix}`,
    isIn: (value) => holds(valuesAt(value, path)),
  });
  const exists = ({ length }: readonly unknown[]): boolean => length > 0;
  if (properties !== undefined) {
    const alternatives = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
    return joinParts([
      { members: [], variants: alternatives.map((member) => partOf(` with ${member}`, exists, [...steps, member])) },
      ...Object.entries(properties).map(([name, member]) => valueParts(document, member, [...steps, name])),
    ]);
  }
  const inItems = items === undefined ? { members: [], variants: [] } : valueParts(document, items, [...steps, ITEMS]);
  if (items !== undefined && resolved(document, items).properties !== undefined) {
    // Only a list at the top can be empty as the result of the request; lists inside lists are often empty.
    const isOuter = !steps.includes(ITEMS) && steps.length < 2;
    return joinParts([{ members: [], variants: isOuter ? [empty(steps)] : [] }, inItems]);
  }
  if (type === 'array') return { members: [partOf('', exists)], variants: inItems.variants };
  return {
    members: [partOf('', exists)],
    variants: values
      .filter((value) => value !== null)
      .map((value) => partOf(` = ${String(value)}`, (found) => found.includes(value))),
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
