/**
 * What a pact promises of an expected answer beyond its example: matching rules, the same for every version of the Pact
 * specification.
 */

import { isObject } from '../../contract/is-object.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import { parsePathExpression, weightOf, type PathExpression } from './path-expression.js';

/** A matching rule: `{ match: 'regex', regex: '^a' }`. */
export interface Matcher {
  readonly match: string;
  readonly regex?: string;
  /** Of `include`. */
  readonly value?: unknown;
  /** Of `statusCode`: a class such as `clientError`, or a list. */
  readonly status?: unknown;
}

export interface MatchingRules {
  /** Of the status. */
  readonly status: readonly Matcher[];
  /** Of a header; none where the example has to be met as it stands. */
  header(name: string): readonly Matcher[];
  /** Of a value in the body, by the names and numbers on the way to it; none where the example has to be met as it stands. */
  body(path: readonly string[]): readonly Matcher[];
}

interface BodyRule {
  readonly path: PathExpression;
  readonly matchers: readonly Matcher[];
}

/** The rules of an interaction's answer. */
export function responseRules({ json }: PactFile, { index }: PactInteraction): MatchingRules {
  const raw = at(at(at(at(json, 'interactions'), index), 'response'), 'matchingRules');
  return Object.keys(isObject(raw) ? raw : {}).some((key) => key.startsWith('$'))
    ? versionTwoRules(raw as Record<string, unknown>)
    : rulesOf(raw);
}

/** From version 3 on: by category. */
function rulesOf(raw: unknown): MatchingRules {
  const headers = new Map(entriesOf(at(raw, 'header')).map(([name, rule]) => [name.toLowerCase(), matchersOf(rule)]));
  const bodyRules = entriesOf(at(raw, 'body')).map(([path, rule]): BodyRule => ({
    path: parsePathExpression(path),
    matchers: matchersOf(rule),
  }));
  return matchingRules(matchersOf(at(raw, 'status')), headers, bodyRules);
}

/** In version 2: one list, and the path says whether it is about a header (`$.headers.Location`) or the body (`$.body.items[*]`). */
function versionTwoRules(raw: Readonly<Record<string, unknown>>): MatchingRules {
  const rules = Object.entries(raw).map(([path, rule]) => ({
    path: parsePathExpression(path),
    matchers: matchersOf(rule),
  }));
  const headers = rules
    .filter(({ path: [root] }) => root === 'headers' || root === 'header')
    .map(({ path, matchers }): [string, readonly Matcher[]] => [String(path[1]).toLowerCase(), matchers]);
  const bodyRules = rules
    .filter(({ path: [root] }) => root === 'body')
    .map(({ path, matchers }): BodyRule => ({ path: path.slice(1), matchers }));
  return matchingRules([], new Map(headers), bodyRules);
}

function matchingRules(
  status: readonly Matcher[],
  headers: ReadonlyMap<string, readonly Matcher[]>,
  bodyRules: readonly BodyRule[],
): MatchingRules {
  return {
    status,
    header: (name) => headers.get(name.toLowerCase()) ?? [],
    body(path) {
      const weighed = bodyRules
        .map((rule) => ({ matchers: applicable(rule, path), weight: weightOf(rule.path, path) }))
        .filter(({ matchers, weight }) => weight > 0 && matchers.length > 0);
      return weighed.toSorted((a, b) => b.weight - a.weight)[0]?.matchers ?? [];
    },
  };
}

/** A rule about types goes for everything inside as well, any other for its own place alone. */
function applicable({ path, matchers }: BodyRule, { length }: readonly string[]): readonly Matcher[] {
  return path.length === length ? matchers : matchers.flatMap(inside);
}

/** What `arrayContains` says of its variants is not read: their types count, their values do not. */
function inside(matcher: Matcher): Matcher[] {
  if (matcher.match === 'arrayContains') return [{ match: 'type' }];
  return matcher.match === 'type' || matcher.match === 'equality' ? [matcher] : [];
}

/** `{ matchers: [...] }` from version 3 on, the rule itself in version 2. */
function matchersOf(rule: unknown): Matcher[] {
  const listed = at(rule, 'matchers');
  const matchers = Array.isArray(listed) ? (listed as unknown[]) : [rule];
  return matchers.filter(isObject).flatMap((matcher): Matcher[] => {
    const match =
      matcher['match'] ?? ('regex' in matcher ? 'regex' : 'min' in matcher || 'max' in matcher ? 'type' : undefined);
    return typeof match === 'string' ? [{ ...matcher, match }] : [];
  });
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
}
