/** Whether the service could meet a matching rule although it never sends the example. */

import type { ErrorObject } from 'ajv';
import type { Matcher } from '../../pact/pact-json.js';

/** What is an error of the example, and not of the rule: a rule that takes any value of the type, or a text of a form. */
type Judge = (error: ErrorObject, matcher: Matcher) => boolean;

const BY_MATCHER: Readonly<Record<string, Judge>> = {
  type: isAboutValue,
  number: isAboutValue,
  integer: isAboutValue,
  // It wants a decimal point.
  decimal: (error) => error.keyword !== 'type' && isAboutValue(error),
  boolean: isAboutValue,
  notEmpty: isAboutValue,
  arrayContains: isAboutValue,
  date: isAboutValue,
  time: isAboutValue,
  timestamp: isAboutValue,
  datetime: isAboutValue,
  semver: isAboutValue,
  // The names of such an object's members are examples, too.
  values: isAboutName,
  eachValue: isAboutName,
  eachKey: isAboutName,
  // Both look at the text of a value, that of a number as well.
  regex: (error, { regex }) => sendsTextLike(error, (text) => matchesPattern(text, regex)),
  include: (error, { value }) => sendsTextLike(error, (text) => text.includes(String(value))),
};

/**
 * Whether there is anything that meets the rules and that the contract allows in the place of the error.
 * Without rules, the example itself has to come.
 */
export function canSatisfy(error: ErrorObject, matchers: readonly Matcher[]): boolean {
  return matchers.length > 0 && matchers.every((matcher) => BY_MATCHER[matcher.match]?.(error, matcher) ?? false);
}

function isAboutValue({ keyword, data, schema }: ErrorObject): boolean {
  // Rules about types do not tell whole numbers from others.
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

/**
 * Whether a text is of the pattern, all of it, as Pact's verifier wants. A pattern that JavaScript cannot read, for the
 * verifier's own dialect is another, is given the benefit of the doubt.
 */
export function matchesPattern(text: string, pattern = ''): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return true;
  }
}
