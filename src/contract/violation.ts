/** Violations of the contract in a request or response, for programs and for people. */

import type { ErrorObject } from 'ajv';
import { boundedSentences, MOST_SHOWN } from '../common/bounded-list.js';
import { escapePointer, membersOf, previewValue } from '../common/json.js';
import { isReference, type Reference, type SchemaObject } from './document.js';

/** One violation of the contract. */
export interface Violation {
  readonly in: 'method' | 'path' | 'query' | 'header' | 'body' | 'status';
  /** JSON pointer to the value inside its part of the message. "" is the whole part. */
  readonly pointer: string;
  /** The broken rule: a keyword of JSON Schema, or a word of our own such as `repeated`. */
  readonly code: string;
  /** What the contract allows: `a string`. */
  readonly expected: string;
  /** The value as JSON, shortened. Absent if there is no value. */
  readonly value?: string;
}

/** The violation as a sentence: `Query /limit: expected an integer from 1 to 100, found 0.` */
export function violationSentence({ in: part, pointer, expected, value }: Violation): string {
  const name = part.charAt(0).toUpperCase() + part.slice(1);
  const what = pointer === '' ? `The ${part}` : `${name} ${pointer}`;
  return `${what}: expected ${expected}, found ${value ?? 'nothing'}.`;
}

/**
 * The sentences of the violations of one message, joined.
 * @param more number of violations that are not in the list
 */
export function violationSentences(violations: readonly Violation[], more = 0): string {
  return boundedSentences(violations.map(violationSentence), { more }).join(' ');
}

/**
 * The violations behind a validator's errors, each once, at most {@link MOST_SHOWN}.
 * @param prefix JSON pointer to the validated value inside its part of the message
 */
export function violationsOf(errors: readonly ErrorObject[], part: Violation['in'], prefix = ''): Violation[] {
  const violations = shownErrors(errors)
    .slice(0, MOST_SHOWN)
    .map((error) => violationOf(error, part, prefix));
  // Two keywords of a schema may report the same violation.
  return violations.filter(({ pointer, expected }, at) => {
    const isSame = (reported: Violation): boolean => reported.pointer === pointer && reported.expected === expected;
    return violations.findIndex(isSame) === at;
  });
}

/** Number of errors that {@link violationsOf} leaves out. */
export function unreportedErrors(errors: readonly ErrorObject[]): number {
  return Math.max(0, shownErrors(errors).length - MOST_SHOWN);
}

/**
 * The relevant errors. An empty text that must not be empty has one error: that it also breaks a pattern adds nothing.
 */
function shownErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const relevant = relevantErrors(errors);
  const isEmpty = (at: string): boolean =>
    relevant.some(({ instancePath, keyword }) => keyword === 'minLength' && instancePath === at);
  return relevant.filter(({ instancePath, keyword }) => keyword !== 'pattern' || !isEmpty(instancePath));
}

/**
 * The errors without those inside alternatives. If a value matches no alternative, that is one error, and the reasons
 * are left out. That error is left out, too, if a more precise error lies inside the same value.
 */
export function relevantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = errors.filter(isAlternative);
  if (alternatives.length === 0) return errors;

  const schemaPaths = new Set(alternatives.map(({ schemaPath }) => schemaPath));
  const values = new Map<string, number>();
  for (const { instancePath } of alternatives) values.set(instancePath, (values.get(instancePath) ?? 0) + 1);
  const outside = errors.filter(
    (error) =>
      !isInNamedDefinition(error, values) && !outerPaths(error.schemaPath).some((path) => schemaPaths.has(path)),
  );
  const around = new Set(outside.flatMap(({ instancePath }) => outerPaths(instancePath)));

  return outside.filter((error) => !isAlternative(error) || !around.has(error.instancePath));
}

function isAlternative({ keyword }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

/**
 * Whether the error lies in a named definition and concerns the value of an alternative, but is not the error of the
 * alternative itself.
 */
function isInNamedDefinition(error: ErrorObject, values: ReadonlyMap<string, number>): boolean {
  if (!error.schemaPath.startsWith('#/$defs/')) return false;
  return (values.get(error.instancePath) ?? 0) > (isAlternative(error) ? 1 : 0);
}

/** The JSON pointers to the values around a value, the innermost first: `/a` and the empty pointer for `/a/b`. */
function outerPaths(pointer: string): string[] {
  const paths: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end !== -1; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    paths.push(pointer.slice(0, end));
  return paths;
}

/** The violation behind one of a validator's errors. */
export function violationOf(error: ErrorObject, part: Violation['in'], prefix = ''): Violation {
  const { keyword: code, params, parentSchema, data } = error;
  const { properties = {} } = (parentSchema ?? {}) as SchemaObject;
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string>>;
  const at = prefix + error.instancePath;
  if (code === 'required' && missingProperty !== undefined) {
    const pointer = `${at}/${escapePointer(missingProperty)}`;
    return { in: part, pointer, code, expected: expectedOf(properties[missingProperty]) };
  }
  if (code === 'additionalProperties' && additionalProperty !== undefined) {
    const pointer = `${at}/${escapePointer(additionalProperty)}`;
    const expected = `one of the members ${Object.keys(properties).join(', ')}`;
    return { in: part, pointer, code, expected, value: previewValue(membersOf(data)[additionalProperty]) };
  }

  const violation = { in: part, pointer: at, code, expected: expectedBy(error) };
  return data === undefined ? violation : { ...violation, value: previewValue(data) };
}

type ErrorParams = Readonly<Record<string, string | number>>;
type ExpectedBy = (params: ErrorParams, schema: SchemaObject) => string;

/** The expectation that a value breaks, by the keyword of the schema. */
const EXPECTED_BY: ReadonlyMap<string, ExpectedBy> = new Map(
  Object.entries<ExpectedBy>({
    type: (_, schema) => expectedOf(schema),
    minimum: (_, schema) => expectedOf(schema),
    maximum: (_, schema) => expectedOf(schema),
    enum: (_, schema) => expectedOf(schema),
    const: (_, schema) => expectedOf(schema),
    minLength: ({ limit }) => (limit === 1 ? 'a non-empty string' : `a string of at least ${limit} characters`),
    maxItems: ({ limit }) => `an array of at most ${limit} items`,
    minItems: ({ limit }) => `an array of at least ${limit} item`,
    pattern: ({ pattern }, schema) => schema['x-expected'] ?? `a string that matches ${pattern}`,
    format: ({ format }, schema) => schema['x-expected'] ?? `a ${format}`,
    anyOf: (_, { anyOf = [] }) =>
      anyOf.map((one) => (isReference(one) ? 'a {parameter}' : expectedOf(one))).join(' or '),
    oneOf: (_, schema) => schema['x-expected'] ?? 'exactly one of its alternatives',
    uniqueItems: () => 'items that all differ',
    minProperties: () => 'at least one member',
    dependentRequired: ({ missingProperty, property }) => `a member ${missingProperty} beside ${property}`,
    'false schema': () => 'nothing, because of another member',
  }),
);

function expectedBy({ keyword, message, params, parentSchema = {} }: ErrorObject): string {
  const expected = EXPECTED_BY.get(keyword)?.(params as ErrorParams, parentSchema);
  return expected ?? message?.replace(/^must (?:be )?/, '') ?? keyword;
}

/** What a schema allows, in words: `an integer from 1 to 100`. */
export function expectedOf(schema: SchemaObject | Reference | undefined): string {
  if (schema === undefined || isReference(schema)) return 'a value';
  if (schema.enum !== undefined) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);

  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return 'a value';

  const { minimum, maximum } = schema;
  const range =
    minimum === undefined ? '' : maximum === undefined ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
  const withArticle = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

  return types.map((type) => (type === 'null' ? type : withArticle(type))).join(' or ') + range;
}
