/**
 * What a consumer may expect of an answer's body: an example, and matching rules from the contract's schema. Of a list one
 * item stands for all, with the members that all of them had; what the contract does not know is left out, because no
 * service has promised it.
 */

import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { isObject } from '../../contract/json.js';
import { alternativeFor } from '../../contract/map-value.js';
import { requiredMember } from '../../contract/schema-walk.js';
import { type WrittenMatcher, type Rule, rule } from '../pact-json.js';
import { placeholderFor } from './placeholders.js';
import { scalarRule } from './scalar-rules.js';

export interface ExpectedBody {
  readonly content: unknown;
  /** By JSON path. */
  readonly rules: Readonly<Record<string, Rule>>;
}

export interface ExpectationOptions {
  readonly document: OpenApiDocument;
  /** Leaves out the members that the contract does not demand: those of data that is still to be brought about. */
  readonly requiredOnly: boolean;
  /** Matchers of members at the top that tell one case from another. */
  readonly telling: ReadonlyMap<string, WrittenMatcher>;
}

/** What is at one place: the same place of every item, where it is in a list. */
interface Place {
  readonly path: string;
  /** The first one is the example. */
  readonly values: readonly unknown[];
  readonly inList: boolean;
}

/** The expectation that a body meets which keeps to the schema. */
export function expectedBody(schema: Schema, body: unknown, options: ExpectationOptions): ExpectedBody {
  const rules: Record<string, Rule> = {};
  const content = expectValue(schema, { path: '$', values: [body], inList: false }, { ...options, rules });
  return { content, rules };
}

interface Walk extends ExpectationOptions {
  readonly rules: Record<string, Rule>;
}

function expectValue(reference: Schema, place: Place, walk: Walk): unknown {
  const [example] = place.values;
  const target = resolveReference<SchemaObject>(walk.document, reference);
  const schema = example === null ? target : alternativeFor(walk.document, target, example);
  if (Array.isArray(example)) return expectItems(schema, place, walk);
  if (isObject(example)) return expectMembers(schema, place, walk);
  // An object that is null here: no implementation can be told that it may be one or the other.
  walk.rules[place.path] = example === null && schema.type === undefined ? rule({ match: 'null' }) : scalarRule(schema);
  return example;
}

function expectMembers(
  { properties = {}, required = [] }: SchemaObject,
  { path, values, inList }: Place,
  walk: Walk,
): object {
  const objects = values.filter(isObject);
  const names = Object.keys(objects[0]!).filter((name) => {
    const isDemanded = required.includes(name);
    return name in properties && objects.every((object) => name in object) && (isDemanded || !walk.requiredOnly);
  });
  return Object.fromEntries(
    names.map((name): [string, unknown] => {
      const member = `${path}${memberPath(name)}`;
      const placeholder = placeholderFor(name);
      const found = placeholder === undefined ? objects.map((object) => object[name]) : [placeholder];
      const content = expectValue(properties[name]!, { path: member, values: found, inList }, walk);
      const telling = path === '$' ? walk.telling.get(name) : undefined;
      if (telling !== undefined) walk.rules[member] = rule(telling);
      return [name, content];
    }),
  );
}

function expectItems(schema: SchemaObject, { path, values, inList }: Place, walk: Walk): unknown[] {
  const items = values.filter((value) => Array.isArray(value)).flat() as unknown[];
  const itemSchema = schema.items ?? {};
  if (items.length === 0) {
    // Without a rule an empty list is like no other. That is right for what was asked for, too much for what goes with it.
    if (inList || !isAnswerItself(path)) walk.rules[path] = rule({ match: 'type' });
    return [];
  }
  if (alternativesIn(itemSchema, items, walk) > 1)
    return items.map((item, at) => expectValue(itemSchema, { path: `${path}[${at}]`, values: [item], inList }, walk));
  const isNeverEmpty = values.every((value) => Array.isArray(value) && value.length > 0);
  // Of data that is still to be brought about, nobody knows whether it will have what goes with it.
  const isSure = isAnswerItself(path) || !walk.requiredOnly;
  walk.rules[path] = rule({ match: 'type', ...(isNeverEmpty && isSure && { min: 1 }) });
  return [expectValue(itemSchema, { path: `${path}[*]`, values: items, inList: true }, walk)];
}

/** How many kinds of items there are, where a schema has alternatives that demand other members. */
function alternativesIn(reference: Schema, items: readonly unknown[], { document }: Walk): number {
  const { oneOf = [] } = resolveReference<SchemaObject>(document, reference);
  const demanded = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
  return new Set(items.filter(isObject).map((item) => demanded.filter((name) => name in item).join())).size;
}

/** Whether this is the body, or a member at its top. */
function isAnswerItself(path: string): boolean {
  return path.split(/[.[]/).length <= 2;
}

function memberPath(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}
