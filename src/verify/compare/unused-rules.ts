/**
 * Finds rules that apply to nothing, and members that nobody reads. Because of them, less is compared than the pact
 * says.
 */

import { editDistance } from '../../contract/suggestions.js';
import type { Rules, TextLists } from '../../emulator/control/pact-document.js';
import type { PactInteraction, PactMessage } from '../../pact/pact-file.js';
import { formatPathExpression, parsePathExpression, stepsInto } from '../../pact/path-expression.js';
import type { PathExpression } from '../../pact/path-expression.js';
import { finding, type ContractFinding, type FindingPart } from './contract-finding.js';

/**
 * The warnings: one for each rule whose path the example does not have, with the nearest path, and one for each unread
 * member.
 */
export function unusedRules({ request, response }: PactInteraction): ContractFinding[] {
  return [
    ...unusedIn('request', request),
    ...unusedNames('request query', request.matchingRules?.query, request.query),
    ...unusedIn('response', response),
  ];
}

/** The findings about rules for the body and the headers of a message. */
function unusedIn(side: 'request' | 'response', message: PactMessage): ContractFinding[] {
  const { header, body: bodyRules = {}, unread = [] } = message.matchingRules ?? {};
  const content = message.body?.content;
  // The verifier itself refuses `$..name`, so it is not checked here.
  const readable = Object.keys(bodyRules).filter((path) => !path.includes('..'));
  // A form, or any other text, has no paths inside.
  const checked = typeof content === 'string' ? [] : readable;
  const unused = checked.filter((path) => !exists(parsePathExpression(path), content));
  const paths = unused.length + unread.length === 0 ? [] : pathsIn(content);
  // In version 2, a path begins with the part of the message.
  const pathsInVersion2 = paths.map((known) => `$.body${known.slice(1)}`);

  return [
    ...unused.map((path) => unusedRule(path, `${side} body`, paths)),
    ...unread.map((path) => unusedRule(path, `${side} body`, pathsInVersion2)),
    ...unusedNames(`${side} header`, header, message.headers),
    ...(message.unread ?? []).map((member) => finding(`${side}.member.unread`, { member })),
  ];
}

/** The findings about rules for names that the message does not have: headers or parameters. */
function unusedNames(part: FindingPart, rules: Rules = {}, values: TextLists): ContractFinding[] {
  // Libraries write the first value as `name`, `$.name`, `name[0]` or `$['name']`.
  const plainName = (key: string): string => key.replace(/^\$\.?|\[\d+\]$/g, '').replace(/^\['(.*)'\]$/, '$1');
  // In a response, the verifier applies a rule by the plain name alone.
  const nameOf = part === 'response header' ? String : plainName;
  return Object.keys(rules)
    .filter((key) => !Object.hasOwn(values, nameOf(key)))
    .map((key) => unusedRule(key, part, Object.keys(values)));
}

/** The finding about one unused rule. @param known the paths or names that exist */
function unusedRule(path: string, part: FindingPart, known: readonly string[]): ContractFinding {
  const [best] = known.toSorted((one, other) => editDistance(path, one) - editDistance(path, other));
  const nearest = best === undefined ? 'the pact has none there' : `the nearest one that exists is ${best}`;
  const message = part.startsWith('request') ? 'request' : 'response';

  return finding(`${message}.rule.unused`, { where: part, nearest, actual: path });
}

/**
 * Whether an expression leads to a value. A path into an empty list counts, because the items of such a list are not
 * known.
 */
function exists(steps: PathExpression, value: unknown): boolean {
  const [step, ...rest] = steps;
  if (steps.length === 0) return value !== undefined;
  if (Array.isArray(value) && value.length === 0) return true;

  // Without a name, the step is a wildcard.
  return stepsInto(value).some(([name, inner]) => (step ?? name) === name && exists(rest, inner));
}

/** The paths of all values in the example, with `[*]` for the items of lists. */
function pathsIn(value: unknown, steps: PathExpression = []): string[] {
  const inside = stepsInto(value).flatMap(([name, inner]) =>
    pathsIn(inner, [...steps, Array.isArray(value) ? undefined : name]),
  );
  return [...new Set([formatPathExpression(steps), ...inside])];
}
