/** The aspects that notes can be about (`about` in `x-fidelity`), and the keywords of JSON Schema that each covers. */

import type { SchemaObject } from '../document.js';
import { allowsType } from '../schema/schema-walk.js';

/** The keywords that set a lower limit. */
const MINIMUM = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const MAXIMUM = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** The keywords that an aspect covers. Any other aspect is about behaviour. */
export const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['default', ['default']],
  ['format', ['format', 'pattern']],
  ['maximum', MAXIMUM],
  ['minimum', MINIMUM],
  ['range', [...MINIMUM, ...MAXIMUM]],
  ['type', ['type', 'multipleOf']],
  ['values', ['enum', 'const']],
]);

/** Aspect: requests that break any keyword of the place are refused. No successful response is based on it. */
export const REFUSAL = 'refusal';

/** Aspect: the form of values that the service generates. It never concerns a request. */
export const SHAPE = 'shape';

/** Aspect: texts are not empty and numbers not negative, in the whole document. */
export const PLAIN_VALUES = 'plain-values';

/** Whether a note about the aspect covers the keyword. */
export function coversKeyword(about: string | undefined, keyword: string): boolean {
  // A note about refusals covers all keywords, and a note without an aspect covers none.
  return about === REFUSAL || KEYWORDS.get(about ?? '')?.includes(keyword) === true;
}

/** Whether a note about the aspect only limits a value. */
export function isLimit(about: string | undefined): boolean {
  // A note about `values` does more: its enumeration names the value that was sent.
  return about === REFUSAL || (about !== 'values' && KEYWORDS.has(about ?? ''));
}

/**
 * The keywords that the value breaks. Items and members of the value are not checked.
 * @param schema not a reference
 */
export function brokenKeywords(schema: SchemaObject, value: unknown): readonly string[] {
  const stated = CHECKS.filter(([keyword]) => schema[keyword] !== undefined);
  const broken = stated.filter(([keyword, isBroken]) => isBroken(value, schema[keyword]));
  return broken.map(([keyword]) => keyword);
}

/** For each keyword, whether a value breaks it. A keyword about another type is not broken. */
const CHECKS = Object.entries<(value: unknown, limit: unknown) => boolean>({
  type: (value, type) => !allowsType({ type: type as string | readonly string[] }, value),
  enum: (value, values) => !(values as readonly unknown[]).includes(value),
  const: (value, only) => value !== only,
  minimum: (value, least) => typeof value === 'number' && value < (least as number),
  maximum: (value, most) => typeof value === 'number' && value > (most as number),
  minLength: (value, least) => typeof value === 'string' && value.length < (least as number),
  maxLength: (value, most) => typeof value === 'string' && value.length > (most as number),
  minItems: (value, least) => Array.isArray(value) && value.length < (least as number),
  maxItems: (value, most) => Array.isArray(value) && value.length > (most as number),
  pattern: (value, pattern) => typeof value === 'string' && !new RegExp(pattern as string, 'u').test(value),
});
