/** Reads the matching rules of a message. Version 2 lists them by path, later versions by part of the message. */

import { isObject } from '../../common/json.js';
import type { Matcher, MatchingRules, Rule, Rules } from '../../emulator/control/pact-document.js';
import { formatPathExpression, parsePathExpression } from '../path-expression.js';

/** The rules in the form of version 4; undefined if the message has none. */
export function readMatchingRules(json: unknown): MatchingRules | undefined {
  if (!isObject(json)) return undefined;
  return Object.keys(json).some((key) => key.startsWith('$')) ? fromVersionTwo(json) : fromLaterVersion(json);
}

function fromLaterVersion({ path, status, query, header, body }: Readonly<Record<string, unknown>>): MatchingRules {
  return {
    ...(isObject(path) && { path: readSingleRule(path) }),
    ...(isObject(status) && { status: readSingleRule(status) }),
    query: readRules(query, (name) => name),
    header: readRules(header, (name) => name.toLowerCase()),
    body: readRules(body, (path) => path),
  };
}

/** The path starts with the part: `$.headers.Location`, `$.body.items[*]`. */
function fromVersionTwo(json: Readonly<Record<string, unknown>>): MatchingRules {
  const rules = Object.entries(json).map(([path, rule]) => ({
    steps: parsePathExpression(path),
    rule: readRule(rule),
  }));
  const ofPart = (...parts: readonly string[]): typeof rules =>
    rules.filter(({ steps: [part] }) => part !== undefined && parts.includes(part));
  const path = ofPart('path')[0]?.rule;
  return {
    ...(path && { path }),
    query: Object.fromEntries(ofPart('query').map(({ steps, rule }) => [String(steps[1]), rule])),
    header: Object.fromEntries(
      ofPart('header', 'headers').map(({ steps, rule }) => [String(steps[1]).toLowerCase(), rule]),
    ),
    body: Object.fromEntries(ofPart('body').map(({ steps, rule }) => [formatPathExpression(steps.slice(1)), rule])),
  };
}

function readRules(json: unknown, keyOf: (name: string) => string): Rules {
  return isObject(json)
    ? Object.fromEntries(Object.entries(json).map(([name, rule]) => [keyOf(name), readRule(rule)]))
    : {};
}

/** The rule of a part that is one value. Some writers, such as pact-js with `matchStatus`, put it below the path `$`. */
function readSingleRule(json: Readonly<Record<string, unknown>>): Rule {
  return readRule(isObject(json['$']) ? json['$'] : json);
}

/** `{ combine, matchers: [...] }` since version 3, the matcher itself in version 2. */
function readRule(json: unknown): Rule {
  const { combine, matchers } = isObject(json) ? json : {};
  const list: readonly unknown[] = Array.isArray(matchers) ? matchers : [json];
  return { combine: combine === 'OR' ? 'OR' : 'AND', matchers: list.filter(isObject).flatMap(readMatcher) };
}

/** Version 2 may omit `match` if another member implies it. */
function readMatcher(json: Readonly<Record<string, unknown>>): Matcher[] {
  const match = json['match'] ?? ('regex' in json ? 'regex' : 'min' in json || 'max' in json ? 'type' : undefined);
  return typeof match === 'string' ? [{ ...json, match }] : [];
}
