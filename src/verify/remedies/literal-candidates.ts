/**
 * Makes the candidate for the commonest mistake: the pact has a value without a matcher, and the service sends another
 * value.
 */

import { membersOf, previewValue } from '../../common/json.js';
import { MARKERS } from '../../emulator/redaction/markers.js';
import { isSecretName } from '../../emulator/redaction/secret-places.js';
import type { PactFile, PactInteraction } from '../../pact/pact-file.js';
import { rule, type InteractionJson } from '../../pact/pact-json.js';
import { parsePathExpression, valuesAt } from '../../pact/path-expression.js';
import { responseRules } from '../compare/matching-rules.js';
import { bodyOf, type CompletedRun } from '../run/run.js';
import type { Candidate } from './candidate.js';

/** A literal value of the pact that differs from the received value. */
interface Literal {
  /** Path expression: `$[0].metadata.email`. */
  readonly path: string;
  readonly value: string | number;
}

/** The candidate with the matcher `type` in place of the wrong literal values. */
export function literalCandidates(failed: CompletedRun): Candidate[] {
  const { run } = failed;
  const literals = wrongLiterals(failed);
  if (literals.length === 0) return [];

  const remedy = remedyText(literals, wrongMatchers(run.interaction, literals));
  return [{ remedy, pact: withTypeMatchers(run.pact, run.interaction, literals) }];
}

/** The matchers other than `type` at these places. Such a place is no literal: there, the matcher itself is wrong. */
function wrongMatchers({ response }: PactInteraction, literals: readonly Literal[]): string[] {
  const rules = responseRules(response);
  const names = new Set<string>();
  for (const { path } of literals) {
    const steps = parsePathExpression(path).map((step) => step ?? '*');
    for (const { match } of rules.body(steps)) if (match !== 'type') names.add(match);
  }

  return [...names];
}

/** The sentence about these values: a matcher there is wrong, or they have none. */
function remedyText(literals: readonly Literal[], matchers: readonly string[]): string {
  const shown = ({ path, value }: Literal): string => (isSecretName(path) ? MARKERS.otherSecret : previewValue(value));
  const values = literals.map((literal) => `${shown(literal)} (at ${literal.path})`).join(' and ');
  if (matchers.length > 0) {
    const names = matchers.map((name) => `\`${name}\``).join(' and ');
    return `your ${names} matcher is wrong: the service sends another value in place of ${values}, and it passes with \`type\``;
  }

  const [places, those] = literals.length === 1 ? ['literal value', 'this value'] : ['literal values', 'these values'];
  const exact = `without one, the service would have to send exactly ${those}`;

  return `it passes with a matcher (like, regex) in place of the ${places} ${values}: ${exact}`;
}

/** The texts and numbers of the pact that differ from the received ones. */
function wrongLiterals({ run: { interaction }, result }: CompletedRun): Literal[] {
  const received = result.response && bodyOf(result.response);
  const expected = interaction.response.body?.content;
  // A failure in the body is at a place such as `body $.items[0].email`.
  const paths = result.failures.flatMap(({ where = '' }) => /^body (\$.*)$/.exec(where)?.[1] ?? []);

  const literals: Literal[] = [];
  for (const path of new Set(paths)) {
    const steps = parsePathExpression(path);
    const [value] = valuesAt(expected, steps);
    const [other] = valuesAt(received, steps);
    const isScalar = typeof value === 'string' || typeof value === 'number';
    // The matcher `type` accepts only a value of the type of the example.
    if (isScalar && typeof value === typeof other) literals.push({ path, value });
  }

  return literals;
}

/** The pact with the matcher `type` in place of these literal values of one interaction. */
function withTypeMatchers(pact: PactFile, { index }: PactInteraction, literals: readonly Literal[]): PactFile {
  const { interactions = [] } = pact.json;
  const interaction = interactions[index] as InteractionJson;
  const rules = new Map(Object.entries(membersOf(interaction.response.matchingRules)));
  const bodyRules = new Map(Object.entries(membersOf(rules.get('body'))));

  const byType = { match: 'type' } as const;
  // Version 2 lists rules by path (`$.body.items`), later versions by the part of the message (`body`).
  const isByPath = /^[12]\b/.test(pact.specification);
  for (const { path } of literals)
    if (isByPath) rules.set(`$.body${path.slice(1)}`, byType);
    else bodyRules.set(path, rule(byType));

  if (!isByPath) rules.set('body', Object.fromEntries(bodyRules));

  const response = { ...interaction.response, matchingRules: Object.fromEntries(rules) };
  const changed = { ...interaction, response };
  const json = { ...pact.json, interactions: interactions.with(index, changed) };

  return { ...pact, json, text: JSON.stringify(json) };
}
