/** Which keywords of a schema a value breaks; the validators tell that for people, not by place in the document. */

import type { SchemaObject } from '../document.js';
import { isObject } from '../is-object.js';

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
