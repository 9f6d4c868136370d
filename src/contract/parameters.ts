/** Parameters of an operation: from text to checked values. */

import type { ValidateFunction } from 'ajv';
import { resolveReference, type OpenApiDocument, type ParameterObject, type SchemaObject } from './document.js';
import type { FormFields } from './query-string.js';
import type { SchemaCompiler } from './schema-compiler.js';
import { expectedOf, violationsOf, type Violation } from './violation.js';

export type ParameterValue = string | number | readonly string[];

/** One parameter of an operation. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
  readonly schema: SchemaObject;
  readonly type: 'integer' | 'array' | 'string';
  readonly commaSeparated: boolean;
  /** What larger numbers are taken for; undefined where they are refused. */
  readonly clampedTo: number | undefined;
  readonly validate: ValidateFunction;
}

/** Prepares a parameter; `compile` makes a validator for its schema. */
export function compileParameter(
  document: OpenApiDocument,
  parameter: ParameterObject,
  compile: SchemaCompiler,
): CompiledParameter {
  const schema = resolveReference<SchemaObject>(document, parameter.schema);
  if (parameter.in === 'header')
    throw new Error(`parameter ${parameter.name}: headers are not supported as parameters`);
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    schema,
    type: schema.type === 'integer' || schema.type === 'array' ? schema.type : 'string',
    commaSeparated: parameter['x-comma-separated'] ?? false,
    clampedTo: parameter['x-over-maximum'] === 'clamped' ? schema.maximum : undefined,
    validate: compile(parameter.schema),
  };
}

/** Reads one query parameter: its value, its default where it is absent, or the violations. */
export function readQueryParameter(
  parameter: CompiledParameter,
  query: FormFields,
  violations: Violation[],
): ParameterValue | undefined {
  const texts = query.get(parameter.name);
  if (texts === undefined) {
    if (parameter.required)
      violations.push({ in: 'query', pointer: `/${parameter.name}`, expected: expectedOf(parameter.schema) });
    return parameter.schema.default as ParameterValue | undefined;
  }
  if (texts.length > 1 && parameter.type !== 'array') {
    violations.push({
      in: 'query',
      pointer: `/${parameter.name}`,
      expected: 'given once',
      value: JSON.stringify(texts),
    });
    return undefined;
  }
  return checked(parameter, valueOfTexts(parameter, texts), violations);
}

/** What the texts of a query parameter stand for, right or wrong: all of a list, the first of anything else. */
export function valueOfTexts(parameter: CompiledParameter, texts: readonly string[]): ParameterValue {
  return parameter.type === 'array' ? splitArray(parameter, texts) : coerced(parameter, texts[0]!);
}

/** Checks one path parameter. */
export function readPathParameter(
  parameter: CompiledParameter,
  path: Readonly<Record<string, string>>,
  violations: Violation[],
): ParameterValue | undefined {
  return checked(parameter, coerced(parameter, path[parameter.name] ?? ''), violations);
}

/** Repeated, comma-separated, or both at once. */
function splitArray(parameter: CompiledParameter, texts: readonly string[]): readonly string[] {
  if (!parameter.commaSeparated) return texts;
  return texts.flatMap((text) => text.split(','));
}

/** A whole number in plain decimal notation becomes a number; anything else stays text, and fails its schema. */
function coerced({ type, clampedTo = Number.POSITIVE_INFINITY }: CompiledParameter, text: string): string | number {
  return type === 'integer' && /^-?\d{1,16}$/.test(text) ? Math.min(Number(text), clampedTo) : text;
}

function checked(
  parameter: CompiledParameter,
  value: ParameterValue,
  violations: Violation[],
): ParameterValue | undefined {
  if (parameter.validate(value)) return value;
  violations.push(...violationsOf(parameter.validate.errors ?? [], parameter.in, `/${parameter.name}`));
  return undefined;
}
