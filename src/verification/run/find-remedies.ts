/** Finds out what would make a failed interaction pass, by trying: each provider state in turn, then each scenario. */

import type { Contract } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';
import { editDistance } from '../../contract/suggestions.js';
import type { Catalogue, Scenario } from '../../scenarios/scenario.js';
import { matchRequest } from '../../pact/match-request.js';
import type { GivenState, PactInteraction } from '../../pact/pact-file.js';
import { matchesIn } from '../../pact/states/find-state.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import type { Trial, TrialResult } from './run.js';
import type { TrialRunner } from './runner.js';

/** What remedies are looked for with. */
export interface RemedySearch {
  readonly runner: TrialRunner;
  readonly contract: Contract;
  readonly registry: readonly ProviderState[];
  readonly scenarios: Catalogue;
}

/** An interaction that failed. */
export interface FailedTrial {
  readonly trial: Trial;
  readonly result: TrialResult;
}

interface Candidate {
  readonly remedy: string;
  readonly states: readonly GivenState[];
  readonly addToken?: boolean;
}

const MOST_REMEDIES = 3;
/** Milliseconds; what takes longer is no remedy. */
const LONGEST_ANSWER = 2_000;

/** The remedies, best first; what the emulator itself says of the request where nothing that was tried has helped. */
export async function findRemedies(failed: FailedTrial, search: RemedySearch): Promise<readonly string[]> {
  const { trial, result } = failed;
  if (result.failures.every(({ kind }) => kind === 'verifier')) return [];
  const found = await firstThatPass(
    trial,
    [
      tokenCandidates(failed),
      noStateCandidates(trial, search),
      stateCandidates(trial, search),
      scenarioCandidates(trial, search),
    ],
    search.runner,
  );
  return found.length > 0 ? found.slice(0, MOST_REMEDIES) : (result.answer?.diagnostics ?? []);
}

/** The kinds of candidates are tried in their order, until one of a kind passes. */
async function firstThatPass(
  { id, pact, interaction }: Trial,
  kinds: readonly (readonly Candidate[])[],
  runner: TrialRunner,
): Promise<string[]> {
  for (const [kind, candidates] of kinds.entries()) {
    const trials = candidates.map(({ states, addToken = false }, at): Trial => ({
      id: `${id}-${kind}-${at}`,
      pact,
      interaction,
      states,
      addToken,
    }));
    await runner.open(trials);
    const results = await runner.run(pact, trials, LONGEST_ANSWER);
    const passed = candidates.filter((_, at) => results.get(trials[at]!.id)!.failures.length === 0);
    if (passed.length > 0) return passed.map(({ remedy }) => remedy);
  }
  return [];
}

function tokenCandidates({ trial, result }: FailedTrial): Candidate[] {
  if (result.answer?.status !== 401 || trial.interaction.request.headers['authorization'] !== undefined) return [];
  return [
    {
      remedy: 'it passes with an access token: the request has no Authorization header, such as "Bearer any-token"',
      states: trial.states,
      addToken: true,
    },
  ];
}

/** A state that says how things are anyway can be left out. */
function noStateCandidates(trial: Trial, { registry }: RemedySearch): Candidate[] {
  const known = knownStates(trial, registry);
  const unknown = trial.states.filter((state) => !known.includes(state)).map(({ name }) => `"${name}"`);
  return unknown.length === 0
    ? []
    : [{ remedy: `it passes without the provider state ${unknown.join(' and ')}`, states: known }];
}

function stateCandidates(trial: Trial, { contract, registry }: RemedySearch): Candidate[] {
  const known = knownStates(trial, registry);
  const values = valuesIn(trial.interaction, contract);
  const given = registry.flatMap((state) => givenAs(state, values) ?? []);
  const [unknown] = trial.states.filter((state) => !known.includes(state));
  const byLikeness =
    unknown === undefined
      ? given
      : given.toSorted((one, other) => editDistance(one.name, unknown.name) - editDistance(other.name, unknown.name));
  return byLikeness.map((state) => ({ remedy: remedyOf(state, trial, known), states: [...known, state] }));
}

function scenarioCandidates(trial: Trial, { registry, scenarios, contract }: RemedySearch): Candidate[] {
  const known = knownStates(trial, registry);
  const match = matchRequest(contract, trial.interaction.request);
  const fitting = [...scenarios.values()].filter(
    (scenario) =>
      match.kind === 'operation' && scenario.operations.includes(match.operation.id) && answersAtOnce(scenario),
  );
  return fitting.map(({ name }) => {
    const given = { name: `scenario: ${name}`, params: {} };
    return { remedy: remedyOf(given, trial, known), states: [...known, given] };
  });
}

function knownStates({ states }: Trial, registry: readonly ProviderState[]): GivenState[] {
  return states.filter(({ name }) => matchesIn(registry, name).length > 0);
}

/** A pact says nothing of time, and a connection that breaks is no answer. */
function answersAtOnce({ steps }: Scenario): boolean {
  return !steps.some(({ fault = {} }) => 'delay' in fault || 'drip' in fault || 'connection' in fault);
}

function remedyOf({ name, params }: GivenState, { states }: Trial, known: readonly GivenState[]): string {
  const unknown = states.filter((state) => !known.includes(state));
  const place =
    unknown.length > 0
      ? ` in place of ${unknown.map((state) => `"${state.name}"`).join(' and ')}`
      : known.length > 0
        ? ' beside the others'
        : '';
  const with_ =
    Object.keys(params).length > 0
      ? ` (${Object.entries(params)
          .map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`)
          .join(', ')})`
      : '';
  return `it passes with the provider state "${name}"${with_}${place}`;
}

/** The state as a pact would write it, with what the request says in it; undefined where a value is missing. */
function givenAs(
  { sentences, parameters }: ProviderState,
  values: Readonly<Record<string, unknown>>,
): GivenState | undefined {
  const params = Object.fromEntries(
    Object.keys(parameters)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );
  const isComplete = Object.entries(parameters).every(
    ([name, { default: preset, optional = false }]) => preset !== undefined || optional || name in params,
  );
  const sentence = sentences.find((text) => !text.includes('{')) ?? sentences[0];
  if (!isComplete || sentence === undefined) return undefined;
  return sentence.includes('{')
    ? { name: filledIn(sentence, { ...defaultsOf(parameters), ...params }), params: {} }
    : { name: sentence, params };
}

function defaultsOf(parameters: ProviderState['parameters']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]));
}

function filledIn(sentence: string, values: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : [values[name]].flat().map(String).join(', '),
  );
}

/** What the request names: IDs in its path, and its query and body by the names of their members. */
function valuesIn({ request }: PactInteraction, contract: Contract): Record<string, unknown> {
  const match = matchRequest(contract, request);
  const inPath = match.kind === 'operation' ? match.pathParameters : {};
  const inQuery = Object.fromEntries(
    Object.entries(request.query).map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
  const content = request.body?.content;
  return { ...(isObject(content) ? content : {}), ...inQuery, ...inPath };
}
