/** Selects the matching rules that apply to a part of a response, and decides whether the service can satisfy them. */

import { runInNewContext } from 'node:vm';
import type { ErrorObject } from 'ajv';
import type { PactResponse } from '../../pact/pact-file.js';
import type { Matcher } from '../../emulator/control/pact-document.js';
import { parsePathExpression, type PathExpression } from '../../pact/path-expression.js';

/**
 * The matchers for each part of a response. A matcher is a condition that a value must meet in place of the equality
 * with the example.
 */
export interface ResponseMatchers {
  header(name: string): readonly Matcher[];
  /** The matchers for a value in the body. @param path names and indexes that lead to the value, the outermost first */
  body(path: readonly string[]): readonly Matcher[];
}

/** The rules of an interaction's response. */
export function responseRules({ matchingRules: { header = {}, body = {} } = {} }: PactResponse): ResponseMatchers {
  const headers = new Map(Object.entries(header));
  const bodyRules = Object.entries(body).map(([path, rule]) => ({ ...rule, steps: parsePathExpression(path) }));
  return {
    header: (name) => headers.get(name.toLowerCase())?.matchers ?? [],
    body(path) {
      // Only the rule with the greatest weight applies.
      let applying: readonly Matcher[] = [];
      let greatest = 0;
      for (const { steps, matchers } of bodyRules) {
        const weight = weightOf(steps, path);
        const isForThisValue = steps.length === path.length;
        const applicable = isForThisValue ? matchers : matchers.flatMap(inside);
        if (weight <= greatest || applicable.length === 0) continue;

        applying = applicable;
        greatest = weight;
      }

      return applying;
    },
  };
}

/**
 * How well an expression fits a path, or a value around the path; 0 if it does not fit. As in the Pact verifier, the
 * root and each name count 2, a wildcard counts 1, and the weight is their product, multiplied by their number.
 */
function weightOf(expression: PathExpression, path: readonly string[]): number {
  if (expression.length > path.length) return 0;

  let product = 2;
  for (const [at, step] of expression.entries()) {
    // Undefined is the wildcard, which fits any name.
    if (step === undefined) continue;
    if (step !== path[at]) return 0;

    product *= 2;
  }

  return product * (expression.length + 1);
}

/**
 * What a matcher demands of the values inside its value. A matcher of types or of equality applies to them, too, and
 * `arrayContains` compares their types. Any other matcher applies to its own value only.
 */
function inside(matcher: Matcher): Matcher[] {
  if (matcher.match === 'arrayContains') return [{ match: 'type' }];
  return matcher.match === 'type' || matcher.match === 'equality' ? [matcher] : [];
}

/**
 * Decides whether only the example breaks the schema: another value could satisfy both the matcher and the schema.
 * @param error what the schema says against the example
 */
type Decision = (error: ErrorObject, matcher: Matcher) => boolean;

/** The matchers for which the error alone decides: the error must be about the value, not about a name. */
const FOR_VALUES = 'type number integer boolean notEmpty arrayContains date time timestamp datetime semver'.split(' ');

/** The decision for each kind of matcher. An unknown kind never saves the example. */
const BY_MATCHER: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ...FOR_VALUES.map((match) => [match, otherValueHelps] as const),
  // A decimal number has a decimal point, so no value of an integer schema satisfies it.
  ['decimal', (error) => error.keyword !== 'type' && otherValueHelps(error)],
  // With these matchers, the names of the members are examples, too.
  ['values', otherMemberHelps],
  ['eachValue', otherMemberHelps],
  ['eachKey', otherMemberHelps],
  // These two matchers compare the text of a value, even of a number.
  ['regex', (error, { regex = '' }) => otherTextHelps(error, (text) => matchesPattern(text, regex))],
  ['include', (error, { value }) => otherTextHelps(error, (text) => text.includes(String(value)))],
]);

/**
 * Whether the contract allows a value that satisfies the matchers, in the place of the error, although the service
 * never sends the example. Without matchers, the service would have to send the example itself.
 */
export function canSatisfy(error: ErrorObject, matchers: readonly Matcher[]): boolean {
  return matchers.length > 0 && matchers.every((matcher) => BY_MATCHER.get(matcher.match)?.(error, matcher) ?? false);
}

/** Whether another value could remove the error. */
function otherValueHelps({ keyword, data, schema }: ErrorObject): boolean {
  // Matchers of types do not distinguish integers from other numbers.
  if (keyword === 'type') return typeof data === 'number' && [schema].flat().includes('integer');
  return keyword !== 'additionalProperties' && keyword !== 'false schema';
}

/** Whether a member with another name or another value could remove the error. */
function otherMemberHelps(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties' || otherValueHelps(error);
}

/**
 * Whether another value, whose text fits, could remove the error. Only the keywords `enum` and `const` list all values,
 * so any other error leaves the question open, and the answer is yes.
 */
function otherTextHelps({ keyword, schema }: ErrorObject, fits: (text: string) => boolean): boolean {
  if (keyword === 'additionalProperties' || keyword === 'false schema') return false;
  if (keyword === 'enum') return (schema as readonly unknown[]).some((value) => fits(String(value)));
  return keyword !== 'const' || fits(String(schema));
}

/** The limit for one match, in milliseconds. A pattern that needs longer for a short value would hardly ever end. */
const MATCH_LIMIT = { timeout: 1_000 };

/**
 * Whether the whole text matches the pattern, as the Pact verifier requires. True for a pattern that JavaScript cannot
 * compile, because the syntax of the verifier differs. Also true for a pattern that backtracks without end, because the
 * verifier's engine does not backtrack.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  try {
    const expression = new RegExp(`^(?:${pattern})$`);
    // Only code in another context can be stopped after a time.
    return runInNewContext('expression.test(text)', { expression, text }, MATCH_LIMIT) as boolean;
  } catch {
    return true;
  }
}
