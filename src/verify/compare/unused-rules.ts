/**
 * Finds rules that apply to nothing, and members that nobody reads. Because of them, less is compared than the pact
 * says.
 */

import { editDistance } from '../../contract/suggestions.js';
import type { Matcher, Rules, TextLists } from '../../emulator/control/pact-document.js';
import type { PactInteraction, PactMessage } from '../../pact/pact-file.js';
import { formatPathExpression, innerValues, parsePathExpression } from '../../pact/path-expression.js';
import { stepsInto, type PathExpression } from '../../pact/path-expression.js';
import { finding, type ContractFinding, type FindingPart } from './contract-finding.js';

/**
 * The warnings: one for each rule whose path the example does not have, with the nearest path, and one for each unread
 * member.
 */
export function unusedRules({ request, response, unknownMembers }: PactInteraction): ContractFinding[] {
  return [
    ...unknownMembers.map((member) => finding('interaction.member.unread', { member })),
    ...unusedIn('request', request),
    ...unusedNames('request query', request.matchingRules?.query, request.query),
    ...unusedIn('response', response),
  ];
}

/** The findings about members, and about rules for the body and the headers of a message. */
function unusedIn(side: 'request' | 'response', message: PactMessage): ContractFinding[] {
  const { header, body: bodyRules = {}, withoutPart = [] } = message.matchingRules ?? {};
  const content = message.body?.content;
  const where: FindingPart = `${side} body`;
  const paths = pathsIn(content);
  const findings: ContractFinding[] = [];

  for (const [path, { matchers }] of Object.entries(bodyRules)) {
    // A form, or any other text, has no paths inside. The verifier itself refuses `$..name`.
    if (typeof content === 'string' || path.includes('..')) continue;

    // A rule may lead to nothing, or demand elements of a list that has none in the example.
    const values = valuesAt(content, parsePathExpression(path));
    if (values.length === 0) findings.push(unusedRule(path, where, paths));
    else if (matchers.some(needsElements) && values.every(isEmpty))
      findings.push(finding(`${side}.rule.unused`, { where, nearest: 'the example is empty there', actual: path }));
  }

  // In version 2, a path has to begin with the part of the message: `$.body.id`. A rule whose path does not belongs to
  // no part, so the nearest path that exists is shown in full.
  const pathsInVersion2 = paths.map((known) => `$.body${known.slice(1)}`);
  for (const path of withoutPart) findings.push(unusedRule(path, where, pathsInVersion2));

  findings.push(...unusedNames(`${side} header`, header, message.headers));
  for (const member of message.unknownMembers ?? []) findings.push(finding(`${side}.member.unread`, { member }));

  return findings;
}

/** The findings about rules for names that the message does not have: headers or parameters. */
function unusedNames(part: FindingPart, rules: Rules | undefined, values: TextLists): ContractFinding[] {
  const unused = Object.keys(rules ?? {}).filter((key) => {
    // In a response, the verifier applies a rule by the plain name alone.
    const name = part === 'response header' ? key : plainName(key);
    return !Object.hasOwn(values, name);
  });
  return unused.map((key) => unusedRule(key, part, Object.keys(values)));
}

/** The name in the key of a rule. Libraries write the first value as `name`, `$.name`, `name[0]` or `$['name']`. */
function plainName(key: string): string {
  return key.replace(/^\$\.?|\[\d+\]$/g, '').replace(/^\['(.*)'\]$/, '$1');
}

/** The finding about one unused rule. @param known the paths or names that exist */
function unusedRule(path: string, part: FindingPart, known: readonly string[]): ContractFinding {
  const [best] = known.toSorted((one, other) => editDistance(path, one) - editDistance(path, other));
  const nearest = best === undefined ? 'the pact has none there' : `the nearest one that exists is ${best}`;
  const side = part.startsWith('request') ? 'request' : 'response';

  return finding(`${side}.rule.unused`, { where: part, nearest, actual: path });
}

/** The matchers, beside `min` and `max`, that the verifier applies to an example with elements alone. */
const FOR_ELEMENTS: ReadonlySet<string> = new Set(['notEmpty', 'eachValue', 'arrayContains']);

/** Whether the verifier applies a matcher only to an example with elements. */
function needsElements({ match, min = 0, max }: Matcher): boolean {
  return FOR_ELEMENTS.has(match) || min > 0 || max !== undefined;
}

/** Whether a value is a list or an object with nothing in it. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The values to which a path leads. A path into an empty list leads to one, because nobody knows its items. */
function valuesAt(value: unknown, steps: PathExpression): unknown[] {
  const [step, ...rest] = steps;
  if (steps.length === 0) return value === undefined ? [] : [value];
  if (Array.isArray(value) && value.length === 0) return ['unknown'];

  return innerValues(value, step).flatMap((inner) => valuesAt(inner, rest));
}

/** The paths of all values in the example, with `[*]` for the items of lists. */
function pathsIn(value: unknown, steps: PathExpression = []): string[] {
  const paths = new Set([formatPathExpression(steps)]);
  for (const [name, inner] of stepsInto(value)) {
    const step = Array.isArray(value) ? undefined : name;
    for (const path of pathsIn(inner, [...steps, step])) paths.add(path);
  }

  return [...paths];
}
