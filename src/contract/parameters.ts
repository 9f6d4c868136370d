/** Parameters of an operation: parses their text, and validates the values. */

import type { ValidateFunction } from 'ajv';
import { resolveReference, type ParameterObject, type Reference, type SchemaObject } from './document.js';
import type { FormFields } from './query-string.js';
import type { PartCompiler } from './schema/schema-compiler.js';

/** The value of a parameter, after it was parsed. */
export type ParameterValue = string | number | boolean | readonly string[];

/** One parameter of an operation. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  /** The parameter in its document, with its notes. */
  readonly source: ParameterObject;
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
  readonly validate: ValidateFunction;
}

/** The types whose texts are parsed. */
const PARSED_TYPES = ['integer', 'number', 'boolean', 'array'] as const;

/** Compiles a parameter. @throws Error if the parameter is a header */
export function compileParameter(compiler: PartCompiler, reference: ParameterObject | Reference): CompiledParameter {
  const { document, compile } = compiler;
  const source = resolveReference<ParameterObject>(document, reference);
  const { name, in: part, required = false, 'x-comma-separated': commaSeparated = false } = source;
  if (part === 'header') throw new Error(`parameter ${name}: parameters in headers are not supported`);

  const schema = resolveReference<SchemaObject>(document, source.schema);
  const repeated = document['x-repeated-parameters'];
  return {
    name,
    in: part,
    source,
    required,
    schema,
    type: PARSED_TYPES.find((type) => type === schema.type) ?? 'string',
    commaSeparated,
    clampedTo: source['x-over-maximum'] === 'clamped' ? schema.maximum : undefined,
    repeated: repeated === 'refused' ? undefined : repeated,
    ignoresUnknown: document['x-unknown-values'] === 'ignored' && schema.enum !== undefined,
    validate: compile(source.schema),
  };
}

/** The default of a query parameter that the query does not have; undefined if none applies. */
export function defaultOf({ schema, source }: CompiledParameter, query: FormFields): ParameterValue | undefined {
  // The contract exempts requests that have one of the parameters in `with`, and none of those in `without`.
  const { 'x-no-default': noDefault } = source;
  const isGiven = (name: string): boolean => query.has(name);
  const isExempt = noDefault?.with.some(isGiven) === true && !noDefault.without.some(isGiven);

  return isExempt ? undefined : (schema.default as ParameterValue | undefined);
}

/** Parses the texts of a query parameter without validation: all texts for an array, one text for any other type. */
export function valueOfTexts(parameter: CompiledParameter, texts: readonly string[]): ParameterValue {
  const single = parameter.repeated === 'last' ? texts.at(-1)! : texts[0]!;
  if (parameter.type !== 'array') return parseScalar(parameter, single);
  if (!parameter.commaSeparated) return texts;

  // An array is sent as a repeated parameter, separated by commas, or both.
  return texts.flatMap((text) => text.split(',')).map((item) => item.trim());
}

/**
 * Parses a decimal number, `true` or `false`. Any other text stays text, which the schema refuses. A number has at most
 * 16 digits before its point, as many as the largest integer that JavaScript represents exactly.
 */
export function parseScalar({ type, clampedTo = Infinity }: CompiledParameter, text: string): ParameterValue {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'number' && /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text)) return Number(text);
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Math.min(Number(text), clampedTo);

  return text;
}
