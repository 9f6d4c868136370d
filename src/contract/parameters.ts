/** Parameters of an operation: parses their text, and validates the values. */

import type { ValidateFunction } from 'ajv';
import { previewValue } from '../common/json.js';
import { resolveReference, type OpenApiDocument, type ParameterObject, type SchemaObject } from './document.js';
import type { FormFields } from './query-string.js';
import type { SchemaCompiler } from './schema/schema-compiler.js';
import { expectedOf, violationsOf, type Violation } from './violation.js';

export type ParameterValue = string | number | boolean | readonly string[];

/** One parameter of an operation. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly schema: SchemaObject;
  readonly type: 'integer' | 'number' | 'boolean' | 'array' | 'string';
  readonly commaSeparated: boolean;
  /** The value that replaces larger numbers; undefined if they are a violation. */
  readonly clampedTo: number | undefined;
  /** Which value counts if a parameter with a single value is sent twice; undefined if that is a violation. */
  readonly repeated: 'first' | 'last' | undefined;
  /** Whether a value outside the enumeration counts as absent. */
  readonly ignoresUnknown: boolean;
  /** Requests for which the default does not apply; undefined if there are none. */
  readonly noDefault: ParameterObject['x-no-default'];
  readonly validate: ValidateFunction;
}

/** The types whose texts are parsed. */
const PARSED_TYPES = ['integer', 'number', 'boolean', 'array'] as const;

/**
 * Compiles a parameter.
 * @param compile makes the validator of its schema
 * @throws Error if the parameter is a header
 */
export function compileParameter(
  document: OpenApiDocument,
  parameter: ParameterObject,
  compile: SchemaCompiler,
): CompiledParameter {
  const schema = resolveReference<SchemaObject>(document, parameter.schema);
  if (parameter.in === 'header')
    throw new Error(`parameter ${parameter.name}: parameters in headers are not supported`);
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    schema,
    type: PARSED_TYPES.find((type) => type === schema.type) ?? 'string',
    commaSeparated: parameter['x-comma-separated'] ?? false,
    clampedTo: parameter['x-over-maximum'] === 'clamped' ? schema.maximum : undefined,
    repeated: document['x-repeated-parameters'] === 'refused' ? undefined : document['x-repeated-parameters'],
    ignoresUnknown: document['x-unknown-values'] === 'ignored' && schema.enum !== undefined,
    noDefault: parameter['x-no-default'],
    validate: compile(parameter.schema),
  };
}

/**
 * Reads a query parameter: its value, or its default if the query does not have it. Undefined if there is neither, or
 * the value is invalid.
 * @param violations receives what is wrong
 */
export function readQueryParameter(
  parameter: CompiledParameter,
  query: FormFields,
  violations: Violation[],
): ParameterValue | undefined {
  const texts = query.get(parameter.name);
  if (texts === undefined) {
    const expected = expectedOf(parameter.schema);
    if (parameter.required) violations.push({ in: 'query', pointer: `/${parameter.name}`, code: 'required', expected });
    return defaultOf(parameter, query);
  }
  if (texts.length > 1 && parameter.type !== 'array' && parameter.repeated === undefined) {
    const value = previewValue(texts);
    violations.push({ in: 'query', pointer: `/${parameter.name}`, code: 'repeated', expected: 'given once', value });
    return undefined;
  }
  const value = valueOfTexts(parameter, texts);
  if (parameter.ignoresUnknown && !parameter.validate(value)) return defaultOf(parameter, query);
  return validated(parameter, value, violations);
}

/** The default of a query parameter that the query does not have; undefined if none applies. */
export function defaultOf({ schema, noDefault }: CompiledParameter, query: FormFields): ParameterValue | undefined {
  const isGiven = (name: string): boolean => query.has(name);
  const isExempt = noDefault?.with.some(isGiven) === true && !noDefault.without.some(isGiven);
  return isExempt ? undefined : (schema.default as ParameterValue | undefined);
}

/** Parses the texts of a query parameter without validation: all texts for an array, one text for any other type. */
export function valueOfTexts(parameter: CompiledParameter, texts: readonly string[]): ParameterValue {
  if (parameter.type !== 'array') return parseScalar(parameter, texts.at(parameter.repeated === 'last' ? -1 : 0)!);
  // An array is sent as a repeated parameter, separated by commas, or both.
  return parameter.commaSeparated ? texts.flatMap((text) => text.split(',')).map((item) => item.trim()) : texts;
}

/**
 * Reads a path parameter; undefined if its value is invalid.
 * @param violations receives what is wrong
 */
export function readPathParameter(
  parameter: CompiledParameter,
  path: Readonly<Record<string, string>>,
  violations: Violation[],
): ParameterValue | undefined {
  return validated(parameter, parseScalar(parameter, path[parameter.name] ?? ''), violations);
}

/** Parses a decimal number, `true` or `false`. Any other text stays text, which the schema refuses. */
function parseScalar(
  { type, clampedTo = Number.POSITIVE_INFINITY }: CompiledParameter,
  text: string,
): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'number' && /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return Number(text);
  return type === 'integer' && /^-?\d{1,16}$/.test(text) ? Math.min(Number(text), clampedTo) : text;
}

function validated(
  parameter: CompiledParameter,
  value: ParameterValue,
  violations: Violation[],
): ParameterValue | undefined {
  if (parameter.validate(value)) return value;
  violations.push(...violationsOf(parameter.validate.errors ?? [], parameter.in, `/${parameter.name}`));
  return undefined;
}
