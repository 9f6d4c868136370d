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
  const findings: ContractFinding[] = [];
  const paths = pathsIn(content);
  for (const path of Object.keys(bodyRules)) {
    // A form, or any other text, has no paths inside. The verifier itself refuses `$..name`.
    const isChecked = typeof content !== 'string' && !path.includes('..');
    if (isChecked && !exists(parsePathExpression(path), content))
      findings.push(unusedRule(path, `${side} body`, paths));
  }

  // In version 2, a path begins with the part of the message.
  const pathsInVersion2 = paths.map((known) => `$.body${known.slice(1)}`);
  for (const path of unread) findings.push(unusedRule(path, `${side} body`, pathsInVersion2));
  findings.push(...unusedNames(`${side} header`, header, message.headers));
  for (const member of message.unread ?? []) findings.push(finding(`${side}.member.unread`, { member }));

  return findings;
}

/** The findings about rules for names that the message does not have: headers or parameters. */
function unusedNames(part: FindingPart, rules: Rules | undefined, values: TextLists): ContractFinding[] {
  // In a response, the verifier applies a rule by the plain name alone.
  const nameOf = part === 'response header' ? String : plainName;
  const unused = Object.keys(rules ?? {}).filter((key) => !Object.hasOwn(values, nameOf(key)));
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
  const paths = new Set([formatPathExpression(steps)]);
  for (const [name, inner] of stepsInto(value)) {
    const step = Array.isArray(value) ? undefined : name;
    for (const path of pathsIn(inner, [...steps, step])) paths.add(path);
  }

  return [...paths];
}
