/** What a JSON value of a schema consists of, part by part, so that it can be asked which parts an example has. */

import { isObject } from '../../contract/json.js';
import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { requiredMember } from '../../contract/schema-walk.js';

/** A part, and whether a value has it. */
export interface ValuePart {
  readonly name: string;
  readonly isIn: (value: unknown) => boolean;
}

/** What a schema consists of. */
export interface ValueParts {
  /** The members that have no members themselves: `items[].partyId`. */
  readonly members: readonly ValuePart[];
  /** The values of enumerations, one of several alternatives, lists without items. */
  readonly variants: readonly ValuePart[];
}

/** On the way into a value: a member's name, or every item. */
type Step = string | typeof ITEMS;
const ITEMS = Symbol('items');

/** The parts of a schema, in its order. */
export function valueParts(document: OpenApiDocument, schema: Schema, steps: readonly Step[] = []): ValueParts {
  const { type, enum: values = [], properties, items, oneOf = [] } = resolved(document, schema);
  const alternatives = oneOf
    .flatMap((alternative) => requiredMember(alternative) ?? [])
    .map((member) => withMember(steps, member));
  if (properties !== undefined)
    return joined([
      { members: [], variants: alternatives },
      ...Object.entries(properties).map(([name, member]) => valueParts(document, member, [...steps, name])),
    ]);
  if (items !== undefined && hasMembers(document, items))
    return joined([
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

/** The schema itself; of one that may be null, what it is otherwise. */
function resolved(document: OpenApiDocument, schema: Schema): SchemaObject {
  const found = resolveReference<SchemaObject>(document, schema);
  const others = (found.oneOf ?? [])
    .map((alternative) => resolveReference<SchemaObject>(document, alternative))
    .filter(({ type }) => type !== 'null');
  return others.length === 1 ? others[0]! : found;
}

function hasMembers(document: OpenApiDocument, schema: Schema): boolean {
  return resolved(document, schema).properties !== undefined;
}

/** Lists inside of lists are empty for many reasons; those at the top are what was asked for. */
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

function joined(parts: readonly ValueParts[]): ValueParts {
  return { members: parts.flatMap(({ members }) => members), variants: parts.flatMap(({ variants }) => variants) };
}
