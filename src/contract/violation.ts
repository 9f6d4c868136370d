/** Violations of the contract in a request or response, for programs and for people. */

import type { ErrorObject } from 'ajv';
import { boundedSentences, MOST_SHOWN } from '../common/bounded-list.js';
import { escapePointer, previewValue } from '../common/json.js';
import { isReference, type Reference, type SchemaObject } from './document.js';

/** One violation of the contract. */
export interface Violation {
  readonly in: 'path' | 'query' | 'header' | 'body' | 'status';
  /** JSON pointer to the value inside its part of the message. "" is the whole part. */
  readonly pointer: string;
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
  return violations.filter((violation, at) => !violations.slice(0, at).some((reported) => isSame(reported, violation)));
}

/** Number of errors that {@link violationsOf} leaves out. */
export function unreportedErrors(errors: readonly ErrorObject[]): number {
  return Math.max(0, shownErrors(errors).length - MOST_SHOWN);
}

/** The relevant errors, one for each text that must not be empty: that it also breaks a pattern says nothing more. */
function shownErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const relevant = relevantErrors(errors);
  const empty = new Set(
    relevant.filter(({ keyword }) => keyword === 'minLength').map(({ instancePath }) => instancePath),
  );
  return empty.size === 0
    ? relevant
    : relevant.filter(({ instancePath, keyword }) => keyword !== 'pattern' || !empty.has(instancePath));
}

/**
 * The errors without those inside alternatives: that a value matches none of the alternatives is one error, and why it does not
 * match each of them is left out. That error is left out too if another one is inside the same value, which is more precise.
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

/** Whether the error is in a named definition and about the same value as an alternative, but is not that alternative. */
function isInNamedDefinition(error: ErrorObject, values: ReadonlyMap<string, number>): boolean {
  if (!error.schemaPath.startsWith('#/$defs/')) return false;
  return (values.get(error.instancePath) ?? 0) > (isAlternative(error) ? 1 : 0);
}

/** The JSON pointers to what is around a value, the innermost first: `/a` and the empty one for `/a/b`. */
function outerPaths(pointer: string): string[] {
  const paths: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end !== -1; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1))
    paths.push(pointer.slice(0, end));
  return paths;
}

/** Whether two keywords of a schema report the same violation. */
function isSame(one: Violation, other: Violation): boolean {
  return one.pointer === other.pointer && one.expected === other.expected;
}

/** The violation behind one of a validator's errors. */
export function violationOf(error: ErrorObject, part: Violation['in'], prefix = ''): Violation {
  const pointer = prefix + error.instancePath;
  const schema: SchemaObject | undefined = error.parentSchema;
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    const member = schema?.properties?.[missingProperty];
    return { in: part, pointer: `${pointer}/${escapePointer(missingProperty)}`, expected: expectedOf(member) };
  }
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty } = error.params as { additionalProperty: string };
    const known = Object.keys(schema?.properties ?? {}).join(', ');
    const value = previewValue((error.data as Readonly<Record<string, unknown>>)[additionalProperty]);
    return {
      in: part,
      pointer: `${pointer}/${escapePointer(additionalProperty)}`,
      expected: `one of the members ${known}`,
      value,
    };
  }
  return {
    in: part,
    pointer,
    expected: expectedBy(error),
    ...(error.data !== undefined && { value: previewValue(error.data) }),
  };
}

function expectedBy(error: ErrorObject): string {
  const schema: SchemaObject | undefined = error.parentSchema;
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'type':
    case 'minimum':
    case 'maximum':
    case 'enum':
    case 'const':
      return expectedOf(schema);
    case 'minLength':
      return params['limit'] === 1
        ? 'a non-empty string'
        : `a string of at least ${String(params['limit'])} characters`;
    case 'maxItems':
      return `an array of at most ${String(params['limit'])} items`;
    case 'minItems':
      return `an array of at least ${String(params['limit'])} item`;
    case 'pattern':
      if (typeof schema?.['x-expected'] === 'string') return schema['x-expected'];
      return `a string that matches ${String(params['pattern'])}`;
    case 'format':
      if (typeof schema?.['x-expected'] === 'string') return schema['x-expected'];
      return `a ${String(params['format'])}`;
    case 'anyOf':
      return (error.schema as readonly (SchemaObject | Reference)[])
        .map((one) => (isReference(one) ? 'a {parameter}' : expectedOf(one)))
        .join(' or ');
    case 'oneOf':
      return typeof schema?.['x-expected'] === 'string' ? schema['x-expected'] : 'exactly one of its alternatives';
    case 'minProperties':
      return 'at least one member';
    case 'dependentRequired':
      return `a member ${String(params['missingProperty'])} beside ${String(params['property'])}`;
    case 'false schema':
      return 'nothing, because of another member';
    default:
      return error.message?.replace(/^must (?:be )?/, '') ?? error.keyword;
  }
}

/** What a schema allows, in words: `an integer from 1 to 100`. */
export function expectedOf(schema: SchemaObject | Reference | undefined): string {
  if (schema === undefined || isReference(schema)) return 'a value';
  if (schema.enum !== undefined) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return 'a value';
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const range =
    minimum === undefined ? '' : maximum === undefined ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
  return types.map(withArticle).join(' or ') + range;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
