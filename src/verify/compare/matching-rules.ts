/** Selects the matching rules that apply to a part of a response. */

import type { PactResponse } from '../../pact/pact-file.js';
import type { Matcher } from '../../emulator/control/pact-document.js';
import { parsePathExpression, type PathExpression } from '../../pact/path-expression.js';

/** The matchers for each part of a response. Without any, the part must equal the example. */
export interface ResponseMatchers {
  header(name: string): readonly Matcher[];
  /** @param path names and indexes of a value in the body, the outermost first */
  body(path: readonly string[]): readonly Matcher[];
}

interface BodyRule {
  readonly path: PathExpression;
  readonly matchers: readonly Matcher[];
}

/** The rules of an interaction's response. */
export function responseRules({ matchingRules: { header = {}, body = {} } = {} }: PactResponse): ResponseMatchers {
  const bodyRules = Object.entries(body).map(([path, { matchers }]): BodyRule => ({
    path: parsePathExpression(path),
    matchers,
  }));
  const headers = new Map(Object.entries(header));
  return {
    header: (name) => headers.get(name.toLowerCase())?.matchers ?? [],
    body(path) {
      const weighed = bodyRules
        .map((rule) => ({ matchers: applicable(rule, path), weight: weightOf(rule.path, path) }))
        .filter(({ matchers, weight }) => weight > 0 && matchers.length > 0);
      return weighed.toSorted((a, b) => b.weight - a.weight)[0]?.matchers ?? [];
    },
  };
}

/**
 * How well an expression fits a path or one of the values around it: 0 if it does not fit, more the longer and the more
 * exact it is. Pact applies the rule with the greatest weight.
 */
function weightOf(expression: PathExpression, path: readonly string[]): number {
  if (expression.length > path.length) return 0;
  return (
    expression.reduce((weight, step, at) => weight * (step === undefined ? 1 : step === path[at] ? 2 : 0), 2) *
    (expression.length + 1)
  );
}

/** A matcher of types applies to all values inside as well; any other matcher applies to its own value only. */
function applicable({ path, matchers }: BodyRule, { length }: readonly string[]): readonly Matcher[] {
  return path.length === length ? matchers : matchers.flatMap(inside);
}

/** Of `arrayContains` only the types of its variants are known here, not their values. */
function inside(matcher: Matcher): Matcher[] {
  if (matcher.match === 'arrayContains') return [{ match: 'type' }];
  return matcher.match === 'type' || matcher.match === 'equality' ? [matcher] : [];
}
