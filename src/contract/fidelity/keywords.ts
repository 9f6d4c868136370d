/** The aspects with a meaning of their own; a note may be about any other, too. */

import type { SchemaObject } from '../document.js';
import { isObject } from '../json.js';

const MINIMUM = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const MAXIMUM = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Which keywords of a schema an aspect speaks of. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  default: ['default'],
  format: ['format', 'pattern'],
  maximum: MAXIMUM,
  minimum: MINIMUM,
  range: [...MINIMUM, ...MAXIMUM],
  type: ['type', 'multipleOf'],
  values: ['enum', 'const'],
};

/** Every keyword that limits what a value can be, or says what it is when it is absent. */
export const LIMITS: readonly string[] = Object.values(KEYWORDS)
  .flat()
  .filter((keyword) => keyword !== 'type');

/** That requests are refused which break what the place says: it speaks of every keyword. Answers never rest on it. */
export const REFUSAL = 'refusal';

/** What values look like that the service makes: requests never rest on it. */
export const SHAPE = 'shape';

/** Whether a note about the aspect speaks of the keyword. */
export function speaksOf(about: string | undefined, keyword: string): boolean {
  return about === REFUSAL || (about !== undefined && (KEYWORDS[about]?.includes(keyword) ?? false));
}

/** Whether a note about the aspect is about what a value is allowed to be, and nothing else. */
export function isLimit(about: string | undefined): boolean {
  return about === REFUSAL || (about !== undefined && about !== 'values' && about in KEYWORDS);
}

/** The broken ones; `schema` has to be no reference, and what its items and members break is not looked at. */
export function brokenKeywords(schema: SchemaObject, value: unknown): readonly string[] {
  return Object.entries(CHECKS).flatMap(([keyword, isBroken]) =>
    schema[keyword] !== undefined && isBroken(value, schema[keyword]) ? [keyword] : [],
  );
}

const CHECKS: Readonly<Record<string, (value: unknown, limit: unknown) => boolean>> = {
  type: (value, types) => ![types].flat().some((type) => isOfType(value, type as string)),
  enum: (value, values) => !(values as readonly unknown[]).includes(value),
  const: (value, only) => value !== only,
  minimum: (value, least) => typeof value === 'number' && value < (least as number),
  maximum: (value, most) => typeof value === 'number' && value > (most as number),
  minLength: (value, least) => typeof value === 'string' && value.length < (least as number),
  maxLength: (value, most) => typeof value === 'string' && value.length > (most as number),
  minItems: (value, least) => Array.isArray(value) && value.length < (least as number),
  maxItems: (value, most) => Array.isArray(value) && value.length > (most as number),
  pattern: (value, pattern) => typeof value === 'string' && !new RegExp(pattern as string, 'u').test(value),
};

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}
