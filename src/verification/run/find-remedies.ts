/** Finds changes that make a failed interaction pass, by running it with other provider states and with scenarios. */

import type { Contract } from '../../contract/contract.js';
import { isObject } from '../../contract/json.js';
import { editDistance } from '../../contract/suggestions.js';
import { matchRequest } from '../../pact/match-request.js';
import type { GivenState, PactInteraction } from '../../pact/pact-file.js';
import { matchesIn } from '../../pact/states/find-state.js';
import type { ProviderState } from '../../pact/states/provider-state.js';
import type { Catalogue, Scenario } from '../../scenarios/scenario.js';
import type { CompletedRun, Run } from './run.js';
import type { Runner } from './runner.js';

/** What the search uses. */
export interface RemedySearch {
  readonly runner: Runner;
  readonly contract: Contract;
  readonly registry: readonly ProviderState[];
  readonly scenarios: Catalogue;
}

/** A change to an interaction that may make it pass. */
interface Candidate {
  /** A sentence for the report. */
  readonly remedy: string;
  readonly states: readonly GivenState[];
  readonly addToken?: boolean;
}

const MAX_REMEDIES = 3;
/** Milliseconds; a candidate that takes longer is no remedy. */
const CANDIDATE_TIMEOUT = 2_000;

/**
 * Tries the kinds of candidates in their order, until some of one kind pass.
 * @returns the remedies that passed, best first; if none passed, the emulator's diagnostics for the failed request
 */
export async function findRemedies(failed: CompletedRun, search: RemedySearch): Promise<readonly string[]> {
  const { run, result } = failed;
  if (result.failures.every(({ kind }) => kind === 'verifier')) return [];
  const kinds = [
    tokenCandidates(failed),
    noStateCandidates(run, search),
    stateCandidates(run, search),
    scenarioCandidates(run, search),
  ];
  for (const [kind, candidates] of kinds.entries()) {
    const remedies = await remediesThatPass(candidates, { ...run, id: `${run.id}-${kind}` }, search.runner);
    if (remedies.length > 0) return remedies.slice(0, MAX_REMEDIES);
  }
  return result.response?.diagnostics ?? [];
}

async function remediesThatPass(
  candidates: readonly Candidate[],
  { id, pact, interaction }: Run,
  runner: Runner,
): Promise<string[]> {
  const runs = candidates.map(({ states, addToken = false }, at): Run => ({
    id: `${id}-${at}`,
    pact,
    interaction,
    states,
    addToken,
  }));
  await runner.open(runs);
  const completed = await runner.run(pact, runs, CANDIDATE_TIMEOUT);
  return candidates.filter((_, at) => completed[at]?.result.failures.length === 0).map(({ remedy }) => remedy);
}

function tokenCandidates({ run, result }: CompletedRun): Candidate[] {
  if (result.response?.status !== 401 || run.interaction.request.headers['authorization'] !== undefined) return [];
  return [
    {
      remedy:
        'it passes with an access token: add an Authorization header to the request, for example "Bearer any-token"',
      states: run.states,
      addToken: true,
    },
  ];
}

/** A state that describes a new sandbox can be left out. */
function noStateCandidates(run: Run, { registry }: RemedySearch): Candidate[] {
  const { known, unknown } = statesOf(run, registry);
  if (unknown.length === 0) return [];
  return [{ remedy: `it passes without the provider state ${quoted(unknown)}`, states: known }];
}

function stateCandidates(run: Run, { contract, registry }: RemedySearch): Candidate[] {
  const { known, unknown } = statesOf(run, registry);
  const values = requestValues(run.interaction, contract);
  const states = registry.flatMap((state) => asGivenState(state, values) ?? []);
  const [misspelt] = unknown;
  const ordered =
    misspelt === undefined
      ? states
      : states.toSorted(
          (one, other) => editDistance(one.name, misspelt.name) - editDistance(other.name, misspelt.name),
        );
  return ordered.map((state) => ({ remedy: stateRemedy(state, run, registry), states: [...known, state] }));
}

function scenarioCandidates(run: Run, { registry, scenarios, contract }: RemedySearch): Candidate[] {
  const { known } = statesOf(run, registry);
  const match = matchRequest(contract, run.interaction.request);
  if (match.kind !== 'operation') return [];
  return [...scenarios.values()]
    .filter((scenario) => scenario.operations.includes(match.operation.id) && respondsAtOnce(scenario))
    .map(({ name }) => {
      const state = { name: `scenario: ${name}`, params: {} };
      return { remedy: stateRemedy(state, run, registry), states: [...known, state] };
    });
}

/** A pact contains no times, and an interaction always has a response. */
function respondsAtOnce({ steps }: Scenario): boolean {
  return !steps.some(({ fault = {} }) => 'delay' in fault || 'drip' in fault || 'connection' in fault);
}

interface RunStates {
  readonly known: readonly GivenState[];
  readonly unknown: readonly GivenState[];
}

function statesOf({ states }: Run, registry: readonly ProviderState[]): RunStates {
  const isKnown = ({ name }: GivenState): boolean => matchesIn(registry, name).length > 0;
  return { known: states.filter(isKnown), unknown: states.filter((state) => !isKnown(state)) };
}

function stateRemedy({ name, params }: GivenState, run: Run, registry: readonly ProviderState[]): string {
  const { known, unknown } = statesOf(run, registry);
  const values = Object.entries(params).map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`);
  const parameters = values.length === 0 ? '' : ` (${values.join(', ')})`;
  const others =
    unknown.length > 0 ? ` in place of ${quoted(unknown)}` : known.length > 0 ? ' in addition to the others' : '';
  return `it passes with the provider state "${name}"${parameters}${others}`;
}

function quoted(states: readonly GivenState[]): string {
  return states.map(({ name }) => `"${name}"`).join(' and ');
}

/** The state as a pact would write it, with values from the request; undefined if a required value is missing. */
function asGivenState(
  { sentences, parameters }: ProviderState,
  values: Readonly<Record<string, unknown>>,
): GivenState | undefined {
  const sentence = sentences.find((text) => !text.includes('{')) ?? sentences[0];
  const given = Object.keys(parameters).filter((name) => values[name] !== undefined);
  const params = Object.fromEntries(given.map((name) => [name, values[name]]));
  const isComplete = Object.entries(parameters).every(
    ([name, { default: preset, optional = false }]) => preset !== undefined || optional || name in params,
  );
  if (!isComplete || sentence === undefined) return undefined;
  if (!sentence.includes('{')) return { name: sentence, params };
  const defaults = Object.fromEntries(
    Object.entries(parameters).map(([name, { default: preset }]) => [name, preset as unknown]),
  );
  return { name: fillSentence(sentence, { ...defaults, ...params }), params: {} };
}

function fillSentence(sentence: string, values: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : [values[name]].flat().map(String).join(', '),
  );
}

/**
 * Values in the request, by name: members of the body, query parameters and path parameters. Path parameters have
 * priority.
 */
function requestValues({ request }: PactInteraction, contract: Contract): Record<string, unknown> {
  const match = matchRequest(contract, request);
  const inPath = match.kind === 'operation' ? match.pathParameters : {};
  const inQuery = Object.fromEntries(
    Object.entries(request.query).map(([name, texts]) => [name, texts.length === 1 ? texts[0] : texts]),
  );
  const content = request.body?.content;
  return { ...(isObject(content) ? content : {}), ...inQuery, ...inPath };
}
