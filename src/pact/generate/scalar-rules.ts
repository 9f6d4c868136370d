/** What the contract's schema says of a single value, as a matching rule. */

import type { SchemaObject } from '../../contract/document.js';
import { escapeRegExp } from '../../journal/query.js';
import { rule, type WrittenMatcher, type Rule } from '../pact-json.js';

/** ISO 8601 in UTC, as the contract has moments. */
const MOMENT = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$`;
/** Scheme first (RFC 3986 section 3). */
const URI = '^[A-Za-z][A-Za-z0-9+.-]*:.+$';
/** Any text; `.` alone would not match a line's end, and implementations differ in flags. */
const ANY = String.raw`[\s\S]*`;

/** The rule for a text, number or boolean; a value that may be null, may. */
export function scalarRule(schema: SchemaObject): Rule {
  const matcher = matcherOf(schema);
  if (!allowsNull(schema)) return rule(matcher);
  // `type` takes the type from the example, and that may be null.
  const { match } = matcher;
  return {
    combine: 'OR',
    matchers: [match === 'type' ? { match: 'regex', regex: `^${ANY}$` } : matcher, { match: 'null' }],
  };
}

/** Matches one of these texts, of which the example is one. */
export function oneOf(texts: readonly string[]): WrittenMatcher {
  return texts.length === 1
    ? { match: 'equality' }
    : { match: 'regex', regex: `^(${texts.map(escapeRegExp).join('|')})$` };
}

function matcherOf(schema: SchemaObject): WrittenMatcher {
  const { const: only, enum: values, format, pattern } = schema as SchemaObject & { format?: string; pattern?: string };
  if (only !== undefined) return { match: 'equality' };
  if (values !== undefined) return oneOf(values.filter((value) => value !== null).map(String));
  if (format === 'date-time') return { match: 'regex', regex: MOMENT };
  if (format === 'uri') return { match: 'regex', regex: URI };
  if (pattern !== undefined) return { match: 'regex', regex: ofWholeText(pattern) };
  const types = [schema.type].flat();
  const named = (['integer', 'number', 'boolean'] as const).find((type) => types.includes(type));
  return { match: named ?? 'type' };
}

/** A pattern of JSON Schema looks anywhere in the text; that of a pact has to match all of it, in headers and in some implementations always. */
function ofWholeText(pattern: string): string {
  return `${pattern.startsWith('^') ? '' : ANY}${pattern}${pattern.endsWith('$') ? '' : ANY}`;
}

function allowsNull({ type }: SchemaObject): boolean {
  return [type].flat().includes('null');
}
