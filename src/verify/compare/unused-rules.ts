/** Finds matching rules of a response that apply to nothing, so that the verifier compares less than the pact says. */

import { editDistance } from '../../contract/suggestions.js';
import type { PactInteraction } from '../../pact/pact-file.js';
import { formatPathExpression, parsePathExpression, type PathExpression } from '../../pact/path-expression.js';
import type { InteractionFinding } from './contract-finding.js';

/** A warning for each rule whose path is in no part of the example. It names the nearest path that is. */
export function unusedRules({ response }: PactInteraction): InteractionFinding[] {
  const { body, headers, matchingRules: { header = {}, body: bodyRules = {}, unread = [] } = {} } = response;
  // The verifier refuses `$..name` by itself.
  const readable = Object.keys(bodyRules).filter((path) => !path.includes('..'));
  const ofBody = readable.filter((path) => !exists(parsePathExpression(path), body?.content));
  const ofHeaders = Object.keys(header).filter((name) => !Object.hasOwn(headers, name));
  const paths = ofBody.length + unread.length === 0 ? [] : pathsIn(body?.content);
  return [
    ...ofBody.map((path) => unusedRule(path, 'response body', paths)),
    ...unread.map((path) =>
      unusedRule(
        path,
        'response body',
        paths.map((known) => `$.body${known.slice(1)}`),
      ),
    ),
    ...ofHeaders.map((name) => unusedRule(name, 'response header', Object.keys(headers))),
  ];
}

function unusedRule(
  path: string,
  part: 'response body' | 'response header',
  known: readonly string[],
): InteractionFinding {
  const [best] = known.toSorted((one, other) => editDistance(path, one) - editDistance(path, other));
  const nearest = best === undefined ? 'the pact expects none' : `the nearest one that exists is ${best}`;
  return {
    severity: 'warning',
    code: 'response.rule.unused',
    place: { part, pointer: '' },
    message: `The matching rule for ${path} applies to nothing in the example, so nothing is compared by it; ${nearest}.`,
    actual: path,
  };
}

/** Whether an expression leads to a value. What would be in a list without items is not known. */
function exists(steps: PathExpression, value: unknown): boolean {
  const [step, ...rest] = steps;
  if (steps.length === 0) return value !== undefined;
  if (Array.isArray(value) && value.length === 0) return true;
  return stepsInto(value).some(([name, inner]) => (step ?? name) === name && exists(rest, inner));
}

/** The names of members or the indexes of items, with their values. */
function stepsInto(value: unknown): [step: string, inner: unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The paths of all values in the example, with `[*]` for the items of lists. */
function pathsIn(value: unknown, steps: PathExpression = []): string[] {
  const inside = stepsInto(value).flatMap(([name, inner]) =>
    pathsIn(inner, [...steps, Array.isArray(value) ? undefined : name]),
  );
  return [...new Set([formatPathExpression(steps), ...inside])];
}
