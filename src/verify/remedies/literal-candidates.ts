/**
 * Makes the candidate for the commonest mistake: the pact has a value without a matcher, and the service sends another
 * value.
 */

import { membersOf, previewValue } from '../../common/json.js';
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

  const values = literals.map(({ path, value }) => `${previewValue(value)} (at ${path})`).join(' and ');
  const places = literals.length === 1 ? 'the literal value' : 'the literal values';
  const thoseValues = literals.length === 1 ? 'this value' : 'these values';
  const rules = responseRules(run.interaction.response);
  const stepsOf = (path: string): string[] => parsePathExpression(path).map((step) => step ?? '*');
  const matchers = literals.flatMap(({ path }) => rules.body(stepsOf(path)).map(({ match }) => match));
  // A place with a matcher other than `type` is no literal: there, the matcher itself is wrong.
  const wrongMatchers = [...new Set(matchers)].filter((match) => match !== 'type').map((match) => `\`${match}\``);
  const other = `the service sends another value in place of ${values}, and it passes with \`type\``;
  const exact = `without one, the service would have to send exactly ${thoseValues}`;
  const remedy =
    wrongMatchers.length > 0
      ? `your ${wrongMatchers.join(' and ')} matcher is wrong: ${other}`
      : `it passes with a matcher (like, regex) in place of ${places} ${values}: ${exact}`;

  return [{ remedy, pact: withTypeMatchers(run.pact, run.interaction, literals) }];
}

/** The texts and numbers of the pact that differ from the received ones. */
function wrongLiterals({ run: { interaction }, result }: CompletedRun): Literal[] {
  const received = result.response && bodyOf(result.response);
  const expected = interaction.response.body?.content;
  // A failure in the body is at a place such as `body $.items[0].email`.
  const paths = result.failures.flatMap(({ where = '' }) => /^body (\$.*)$/.exec(where)?.[1] ?? []);

  return [...new Set(paths)].flatMap((path) => {
    const steps = parsePathExpression(path);
    const [value] = valuesAt(expected, steps);
    const [other] = valuesAt(received, steps);
    const isScalar = typeof value === 'string' || typeof value === 'number';

    // The matcher `type` accepts only a value of the type of the example.
    return isScalar && typeof value === typeof other ? [{ path, value }] : [];
  });
}

/** The pact with the matcher `type` in place of these literal values of one interaction. */
function withTypeMatchers(pact: PactFile, { index }: PactInteraction, literals: readonly Literal[]): PactFile {
  const { interactions = [] } = pact.json;
  const byType = { match: 'type' } as const;
  const interaction = interactions[index] as InteractionJson;
  const rules = membersOf(interaction.response.matchingRules);
  const bodyRules = Object.fromEntries(literals.map(({ path }) => [path, rule(byType)]));
  // Version 2 lists rules by path (`$.body.items`), later versions by the part of the message (`body`).
  const rulesByPath = Object.fromEntries(literals.map(({ path }) => [`$.body${path.slice(1)}`, byType]));
  const matchingRules = /^[12]\b/.test(pact.specification)
    ? { ...rules, ...rulesByPath }
    : { ...rules, body: { ...membersOf(rules['body']), ...bodyRules } };
  const changed = { ...interaction, response: { ...interaction.response, matchingRules } };
  const json = { ...pact.json, interactions: interactions.with(index, changed) };

  return { ...pact, json, text: JSON.stringify(json) };
}
