/** Violations of the contract in a request or response, for programs and for people. */

import type { ErrorObject } from 'ajv';
import { boundedSentences, MOST_SHOWN } from '../common/bounded-list.js';
import { escapePointer, membersOf, previewValue } from '../common/json.js';
import type { components } from './control-schemas.js';
import { isReference, type Reference, type SchemaObject } from './document.js';

type ShownViolation = components['schemas']['Violation'];

/** One violation of the contract, also of parts that the control plane does not show. */
export interface Violation extends Omit<ShownViolation, 'in'> {
  readonly in: ShownViolation['in'] | 'method' | 'status';
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
  const violations: Violation[] = [];
  for (const error of shownErrors(errors).slice(0, MOST_SHOWN)) {
    const violation = violationOf(error, part, prefix);
    const { pointer, expected } = violation;
    // Two keywords of a schema may report the same violation.
    const isReported = violations.some((other) => other.pointer === pointer && other.expected === expected);
    if (!isReported) violations.push(violation);
  }

  return violations;
}

/** Number of errors that {@link violationsOf} leaves out. */
export function unreportedErrors(errors: readonly ErrorObject[]): number {
  return Math.max(0, shownErrors(errors).length - MOST_SHOWN);
}

/**
 * The relevant errors. An empty text that must not be empty has one error. That the text also breaks a pattern adds
 * nothing.
 */
function shownErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const relevant = relevantErrors(errors);
  const tooShort = relevant.filter(({ keyword }) => keyword === 'minLength');
  const emptyPlaces = new Set(tooShort.map(({ instancePath }) => instancePath));

  return relevant.filter(({ instancePath, keyword }) => keyword !== 'pattern' || !emptyPlaces.has(instancePath));
}

/**
 * The errors without those inside alternatives. If a value matches no alternative, that is one error, and the reasons
 * are left out. That error is left out, too, if a more precise error lies inside the same value.
 */
export function relevantErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const alternatives = errors.filter(isAlternative);
  if (alternatives.length === 0) return errors;

  const pathsOfAlternatives = new Set(alternatives.map(({ schemaPath }) => schemaPath));
  /** How many errors say of a value that no alternative matches it. The key is the pointer to the value. */
  const counts = new Map<string, number>();
  for (const { instancePath } of alternatives) counts.set(instancePath, (counts.get(instancePath) ?? 0) + 1);

  // The reasons why the single alternatives do not match are left out.
  const outside = errors.filter((error) => {
    const isInAlternative = outerPaths(error.schemaPath).some((path) => pathsOfAlternatives.has(path));
    return !isInAlternative && !isInNamedDefinition(error, counts);
  });

  // An error inside a value says more than the error that no alternative matches the value.
  const valuesAroundErrors = new Set(outside.flatMap(({ instancePath }) => outerPaths(instancePath)));

  return outside.filter((error) => !isAlternative(error) || !valuesAroundErrors.has(error.instancePath));
}

/** Whether the error says that no alternative matches. */
function isAlternative({ keyword }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

/**
 * Whether the error lies in a named definition, and another error says that no alternative matches the same value. The
 * path of an error usually begins with the path of the alternative around it. Behind a reference to a named definition,
 * the path begins anew with `#/$defs/`, so only the value tells that both errors belong together.
 * @param counts how many errors say so, this one included, by the pointer to the value
 */
function isInNamedDefinition(error: ErrorObject, counts: ReadonlyMap<string, number>): boolean {
  if (!error.schemaPath.startsWith('#/$defs/')) return false;

  const count = counts.get(error.instancePath) ?? 0;
  const othersCount = isAlternative(error) ? count - 1 : count;
  return othersCount > 0;
}

/** The JSON pointers to the values around a value, the innermost first: `/a` and the empty pointer for `/a/b`. */
function outerPaths(pointer: string): string[] {
  const paths: string[] = [];
  for (let path = pointer; path.includes('/'); paths.push(path)) path = path.slice(0, path.lastIndexOf('/'));
  return paths;
}

/** The violation behind one of a validator's errors. */
export function violationOf(error: ErrorObject, part: Violation['in'], prefix = ''): Violation {
  const { keyword: code, params, parentSchema, data } = error;
  const { properties = {} } = (parentSchema ?? {}) as SchemaObject;
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string>>;
  const at = prefix + error.instancePath;

  // The error is at the object, but the violation is of the member.
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

/** The expectation that a value breaks, by the keyword of the schema. {@link SHOWN_WHOLE} has further keywords. */
const EXPECTED_BY: ReadonlyMap<string, ExpectedBy> = new Map(
  Object.entries<ExpectedBy>({
    minLength: ({ limit }) => (limit === 1 ? 'a non-empty string' : `a string of at least ${limit} characters`),
    maxLength: ({ limit }) => `a string of at most ${limit} characters`,
    maxItems: ({ limit }) => `an array of at most ${limit} items`,
    minItems: ({ limit }) => `an array of at least ${limit} item`,
    pattern: ({ pattern }, schema) => schema['x-expected'] ?? `a string that matches ${pattern}`,
    format: ({ format }, schema) => schema['x-expected'] ?? `a ${format}`,
    // An alternative that is a reference stands for the name of a parameter.
    anyOf: (_, { anyOf = [], 'x-expected': expected }) =>
      expected ?? anyOf.map((one) => (isReference(one) ? 'a {parameter}' : expectedOf(one))).join(' or '),
    oneOf: (_, schema) => schema['x-expected'] ?? 'exactly one of its alternatives',
    uniqueItems: () => 'items that all differ',
    minProperties: () => 'at least one member',
    dependentRequired: ({ missingProperty, property }) => `a member ${missingProperty} beside ${property}`,
    'false schema': () => 'nothing, because of another member',
  }),
);

/** For these keywords, a message says what the whole schema allows: `an integer from 1 to 100`. */
const SHOWN_WHOLE = ['type', 'minimum', 'maximum', 'enum', 'const'];

/** What the broken keyword expects, in words. */
function expectedBy({ keyword, message, params, parentSchema = {} }: ErrorObject): string {
  if (SHOWN_WHOLE.includes(keyword)) return expectedOf(parentSchema);

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
  const end = maximum === undefined ? 'on' : `to ${maximum}`;
  const range = minimum === undefined ? '' : ` from ${minimum} ${end}`;
  const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

  return types.map((type) => (type === 'null' ? type : withArticle(type))).join(' or ') + range;
}
