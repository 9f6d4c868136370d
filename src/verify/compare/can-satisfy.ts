/** Decides whether the service can satisfy a matching rule although it never sends the example. */

import { runInNewContext } from 'node:vm';
import type { ErrorObject } from 'ajv';
import type { Matcher } from '../../emulator/control/pact-document.js';

/** Whether only the example breaks the schema: another value could satisfy both the matcher and the schema. */
type Decision = (error: ErrorObject, matcher: Matcher) => boolean;

const BY_MATCHER: Readonly<Record<string, Decision>> = {
  type: isAboutValue,
  number: isAboutValue,
  integer: isAboutValue,
  // A decimal number has a decimal point, so no integer satisfies it.
  decimal: (error) => error.keyword !== 'type' && isAboutValue(error),
  boolean: isAboutValue,
  notEmpty: isAboutValue,
  arrayContains: isAboutValue,
  date: isAboutValue,
  time: isAboutValue,
  timestamp: isAboutValue,
  datetime: isAboutValue,
  semver: isAboutValue,
  // The names of the members are examples as well.
  values: isAboutName,
  eachValue: isAboutName,
  eachKey: isAboutName,
  // Both match the text of a value, also of a number.
  regex: (error, { regex }) => sendsTextLike(error, (text) => matchesPattern(text, regex)),
  include: (error, { value }) => sendsTextLike(error, (text) => text.includes(String(value))),
};

/**
 * Whether the contract allows a value that satisfies the matchers, in the place of the error. Without matchers, the
 * service must send the example itself.
 */
export function canSatisfy(error: ErrorObject, matchers: readonly Matcher[]): boolean {
  return matchers.length > 0 && matchers.every((matcher) => BY_MATCHER[matcher.match]?.(error, matcher) ?? false);
}

function isAboutValue({ keyword, data, schema }: ErrorObject): boolean {
  // Matchers of types do not distinguish integers from other numbers.
  if (keyword === 'type') return typeof data === 'number' && [schema].flat().includes('integer');
  return keyword !== 'additionalProperties' && keyword !== 'false schema';
}

function isAboutName(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties' || isAboutValue(error);
}

function sendsTextLike({ keyword, schema }: ErrorObject, fits: (text: string) => boolean): boolean {
  if (keyword === 'additionalProperties' || keyword === 'false schema') return false;
  if (keyword === 'enum') return (schema as readonly unknown[]).some((value) => fits(String(value)));
  return keyword !== 'const' || fits(String(schema));
}

/** A pattern that needs longer for the short values of the contract would not end in a lifetime. */
const LONGEST_MATCH = { timeout: 1_000 };

/**
 * Whether the whole text matches the pattern, as the Pact verifier requires. True for a pattern that JavaScript cannot
 * compile, because the syntax of the verifier differs, and for one that goes back and forth without end: the verifier's
 * engine does not.
 */
export function matchesPattern(text: string, pattern = ''): boolean {
  try {
    const expression = new RegExp(`^(?:${pattern})$`);
    return runInNewContext('expression.test(text)', { expression, text }, LONGEST_MATCH) as boolean;
  } catch {
    return true;
  }
}
