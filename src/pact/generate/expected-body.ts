/**
 * The expectation of a response's body: an example, and matching rules from the contract's schema. One item represents
 * a list, and has the members that all items had. The service promises only the members that the contract requires, so
 * the example has no others.
 */

import { resolveReference, type OpenApiDocument, type Schema, type SchemaObject } from '../../contract/document.js';
import { isObject } from '../../common/json.js';
import { alternativeFor } from '../../contract/schema/map-value.js';
import { requiredMember, withMembersOfAlternatives } from '../../contract/schema/schema-walk.js';
import { escapeRegExp } from '../escape-reg-exp.js';
import type { Rule, Rules } from '../../emulator/control/pact-document.js';
import { rule, type WrittenMatcher } from '../pact-json.js';
import { formatStep } from '../path-expression.js';
import { PLACEHOLDERS } from './placeholders.js';

/** What expectations of bodies depend on. */
interface ExpectationOptions {
  readonly document: OpenApiDocument;
  /** Matchers of members at the top whose values distinguish interactions. */
  readonly distinctive: ReadonlyMap<string, WrittenMatcher>;
}

/**
 * A part of the body, with the values that it has in the response. A part inside a list has one value for each item.
 */
interface BodyPart {
  readonly path: string;
  /** The first value is the example. */
  readonly values: readonly unknown[];
  /** Whether the part is inside a list that one item represents. */
  readonly inList: boolean;
}

/** What the functions below share while they walk through the body. Each adds its rules. */
interface Walk extends ExpectationOptions {
  /** Rules by JSON path. */
  readonly rules: Record<string, Rule>;
}

/** The expectation that every body with this schema meets: an example and the rules by JSON path. */
export function expectedBody(
  schema: Schema,
  body: unknown,
  options: ExpectationOptions,
): { readonly content: unknown; readonly rules: Rules } {
  const rules: Record<string, Rule> = {};
  const content = expectValue(schema, { path: '$', values: [body], inList: false }, { ...options, rules });
  return { content, rules };
}

/** The example of a part, and its rules: those of lists, objects and single values differ. */
function expectValue(reference: Schema, place: BodyPart, walk: Walk): unknown {
  const [example] = place.values;
  const target = resolveReference<SchemaObject>(walk.document, reference);
  // A schema with alternatives (`oneOf`) counts as the one that the example has.
  const schema = withMembersOfAlternatives(example === null ? target : alternativeFor(walk.document, target, example));
  if (Array.isArray(example)) return expectItems(schema, place, walk);
  if (isObject(example)) return expectMembers(schema, place, walk);

  // No matcher expresses "an object or null": a null in place of an object must stay null.
  const isNoObject = example === null && schema.type === undefined;
  walk.rules[place.path] = isNoObject ? rule({ match: 'null' }) : scalarRule(schema);

  return example;
}

/** The example of an object: the members that the service promises, and that all objects of the part have. */
function expectMembers(
  { properties = {}, required = [], oneOf = [] }: SchemaObject,
  { path, values, inList }: BodyPart,
  walk: Walk,
): object {
  const objects = values.filter(isObject);

  // A member that an alternative requires tells the alternatives apart: a `result` from an `error`.
  const promised = [...required, ...oneOf.flatMap((alternative) => requiredMember(alternative) ?? [])];
  const isInAll = (name: string): boolean => [properties, ...objects].every((object) => Object.hasOwn(object, name));
  const names = Object.keys(objects[0] ?? {}).filter((name) => promised.includes(name) && isInAll(name));

  const members = names.map((name): [string, unknown] => {
    const memberPath = path + formatStep(name);
    const placeholder = PLACEHOLDERS.get(name);
    const memberValues = placeholder === undefined ? objects.map((object) => object[name]) : [placeholder];
    // This also sets the rule of the member, by its schema.
    const example = expectValue(properties[name]!, { path: memberPath, values: memberValues, inList }, walk);
    // With the rule of the schema, a distinctive member would match the response of another interaction.
    const distinctive = path === '$' ? walk.distinctive.get(name) : undefined;
    if (distinctive !== undefined) walk.rules[memberPath] = rule(distinctive);

    return [name, example];
  });

  return Object.fromEntries(members);
}

/** The example of a list: one item that represents all, or each item if they are alternatives. */
function expectItems(schema: SchemaObject, { path, values, inList }: BodyPart, walk: Walk): unknown[] {
  const items = values.filter((value) => Array.isArray(value)).flat() as unknown[];
  const itemSchema = schema.items ?? {};
  if (items.length === 0) {
    // Without a rule the list must be empty. That is right for the requested list, and too strict for a list inside it.
    if (inList || !isTopLevel(path)) walk.rules[path] = rule({ match: 'type' });
    return [];
  }
  // One rule for all items cannot describe several alternatives, so each item is expected at its own index.
  if (countAlternatives(itemSchema, items, walk) > 1)
    return items.map((item, at) => expectValue(itemSchema, { path: `${path}[${at}]`, values: [item], inList }, walk));

  const isNeverEmpty = values.every((value) => Array.isArray(value) && value.length > 0);
  // Nobody can predict whether a list inside another list has items.
  walk.rules[path] = rule({ match: 'type', ...(isNeverEmpty && isTopLevel(path) && { min: 1 }) });

  return [expectValue(itemSchema, { path: `${path}[*]`, values: items, inList: true }, walk)];
}

/** How many alternatives the items have, if the schema has alternatives with different required members. */
function countAlternatives(reference: Schema, items: readonly unknown[], { document }: Walk): number {
  const { oneOf = [] } = resolveReference<SchemaObject>(document, reference);
  const required = oneOf.flatMap((alternative) => requiredMember(alternative) ?? []);
  return new Set(items.filter(isObject).map((item) => required.filter((name) => name in item).join())).size;
}

/** Whether the path is the whole body, or a member at its top: `$`, `$.items`. */
function isTopLevel(path: string): boolean {
  return path.split(/[.[]/).length <= 2;
}

/** A time in ISO 8601 and UTC, as the contract has it. */
const TIMESTAMP = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$`;
/** A URI starts with a scheme (RFC 3986 section 3). */
const URI = '^[A-Za-z][A-Za-z0-9+.-]*:.+$';
/** A pattern for any text. `.` alone does not match line breaks, and verifiers differ in the flags that they set. */
const ANY = String.raw`[\s\S]*`;

/** The rule for a string, number or boolean, and for null if the schema allows it. */
export function scalarRule(schema: SchemaObject): Rule {
  const matcher = scalarMatcher(schema);
  if (![schema.type].flat().includes('null')) return rule(matcher);

  // The matcher `type` takes the type from the example. If the example is null, `type` would accept nothing but null.
  const forValue = matcher.match === 'type' ? ({ match: 'regex', regex: `^${ANY}$` } as const) : matcher;

  return { combine: 'OR', matchers: [forValue, { match: 'null' }] };
}

/** The matcher for a value that is not null, by the most precise keyword of its schema. */
function scalarMatcher(schema: SchemaObject): WrittenMatcher {
  const { const: only, enum: values, format, pattern } = schema as SchemaObject & { format?: string; pattern?: string };
  if (only !== undefined) return { match: 'equality' };
  if (values !== undefined) return oneOfTexts(values.filter((value) => value !== null).map(String));
  if (format === 'date-time') return { match: 'regex', regex: TIMESTAMP };
  if (format === 'uri') return { match: 'regex', regex: URI };
  if (pattern !== undefined) return { match: 'regex', regex: forWholeText(pattern) };

  const types = [schema.type].flat();
  const match = (['integer', 'number', 'boolean'] as const).find((type) => types.includes(type)) ?? 'type';

  return { match };
}

/** Matches one of these texts. The example in the pact must be one of them. */
export function oneOfTexts(texts: readonly string[]): WrittenMatcher {
  if (texts.length === 1) return { match: 'equality' };
  return { match: 'regex', regex: `^(${texts.map(escapeRegExp).join('|')})$` };
}

/**
 * The pattern for a whole text. In JSON Schema, a pattern may match a part of the text; in the headers of a pact, it
 * must match all of it.
 */
function forWholeText(pattern: string): string {
  const before = pattern.startsWith('^') ? '' : ANY;
  const after = pattern.endsWith('$') ? '' : ANY;
  return before + pattern + after;
}
