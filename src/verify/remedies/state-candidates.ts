/** Makes candidates with other provider states: a sentence in another spelling, a further state, or one state less. */

import type { Contract } from '../../contract/contract.js';
import { shortened } from '../../common/bounded-list.js';
import { mapMembers, membersOf } from '../../common/json.js';
import { matchRequest } from '../../pact/match-request.js';
import type { GivenState, PactInteraction } from '../../pact/pact-file.js';
import { decisionsOf, refuseContradictions } from '../../pact/states/contradictions.js';
import { findState, matchesIn, nearestSentences } from '../../pact/states/find-state.js';
import type { ProviderState, StateParameter, StateValue } from '../../pact/states/provider-state.js';
import { readValue } from '../../pact/states/read-parameters.js';
import { placesOf, wordsOf } from '../../pact/states/sentence.js';
import { leavesIn, PARAMETERS_OF_MEMBERS } from '../../pact/states/subjects.js';
import { shippedScenarios } from '../../start/shipped.js';
import { parametersText } from '../report/report-text.js';
import type { CompletedRun, Run } from '../run/run.js';
import type { Candidate, RemedySearch } from './candidate.js';

/** A text with at least this share of the words of a sentence counts as the misspelt sentence. */
const LEAST_SIMILARITY = 0.5;

/**
 * The candidate for a misspelt sentence: the nearest sentence that can be set up. With several unknown sentences,
 * nobody knows which one matters.
 */
export function spellingCandidates(run: Run, { registry, contract }: RemedySearch): Candidate[] {
  const { unknown } = statesOf(run, registry);
  const [misspelt] = unknown;
  if (misspelt === undefined || unknown.length > 1) return [];

  // Values that the pact passes to the misspelt state win over those of the request.
  const values = [...requestValues(run.interaction, contract), ...Object.entries(misspelt.params)];
  for (const sentence of nearestSentences(registry, misspelt.name, LEAST_SIMILARITY)) {
    const state = registry.find(({ sentences }) => sentences.includes(sentence))!;
    const given = asGivenState(state, new Map([...values, ...choicesIn(misspelt.name, state)]), sentence);
    // The nearest sentence of which all parameters are known is meant.
    if (given === undefined) continue;

    const states = run.states.map((one) => (one === misspelt ? given : one));
    return [{ remedy: stateRemedy(given, run, registry), states }];
  }

  return [];
}

/** The words of the text that are choices of a parameter, such as `GOOGLE` of a parameter with providers. */
function choicesIn(text: string, { parameters }: ProviderState): [parameter: string, value: unknown][] {
  const words = wordsOf(text).map((word) => word.replace(/\W/g, '').toUpperCase());
  const found: [string, unknown][] = [];
  for (const [name, { type, choices = [] }] of Object.entries(parameters)) {
    const chosen = choices.filter((choice) => words.includes(choice.toUpperCase()));
    if (chosen.length > 0) found.push([name, type === 'list' ? chosen : chosen[0]]);
  }

  return found;
}

/**
 * The candidate without unknown states. They may describe a new sandbox, which needs no state. A misspelt state is not
 * left out, because {@link spellingCandidates} tries what it means.
 */
export function noStateCandidates(run: Run, { registry }: RemedySearch): Candidate[] {
  const { known, unknown } = statesOf(run, registry);
  const isMisspelt = ({ name }: GivenState): boolean => nearestSentences(registry, name, LEAST_SIMILARITY).length > 0;
  if (unknown.length === 0 || unknown.some(isMisspelt)) return [];

  return [{ remedy: `it passes without the provider state ${quoted(unknown)}`, states: known }];
}

/** The candidates with one further provider state each, in addition to the known states of the interaction. */
export function stateCandidates(run: Run, { contract, registry }: RemedySearch): Candidate[] {
  const scenarios = shippedScenarios();
  const { known } = statesOf(run, registry);
  const { operation } = matchRequest(contract, run.interaction.request);
  // A state that uses scenarios is about the operations of these scenarios. Any other state about access tokens is
  // about the operations that require a token.
  const isAboutOperation = ({ authentication = false, scenarios: used = [] }: ProviderState): boolean => {
    if (operation === undefined) return true;
    if (used.length === 0) return !authentication || operation.access === 'bearer';

    return used.some((name) => scenarios.get(name)?.operations.includes(operation.id) ?? true);
  };

  // Values of the request win over those of the response.
  const values = new Map([...responseValues(run.interaction), ...requestValues(run.interaction, contract)]);
  const furtherStates = registry.filter(isAboutOperation).flatMap((state) => asGivenState(state, values) ?? []);

  return furtherStates.map((further) => {
    // The further state replaces known states that contradict it.
    const kept = known.filter((other) => !contradicts(other, further, registry));
    return { remedy: stateRemedy(further, run, registry), states: [...kept, further] };
  });
}

/** Whether two states contradict each other, so that an interaction cannot have both. */
function contradicts(one: GivenState, other: GivenState, registry: readonly ProviderState[]): boolean {
  try {
    const states = [one, other].map((given) => findState(registry, given));
    const decisions = states.flatMap(({ given, state, parameters }) => decisionsOf(given.name, state, parameters));
    refuseContradictions(decisions);

    return false;
  } catch {
    // A state with wrong parameters is replaced as well.
    return true;
  }
}

/**
 * The candidates without one of the states. If such a candidate passes, the state contradicts the expectation. Only the
 * pact's author knows which of the two is wrong, so the text of the remedy has both readings, and prefers neither.
 */
export function withoutStateCandidates({ run, result: { response } }: CompletedRun): Candidate[] {
  if (response === undefined) return [];

  const received = `${response.status} ${shortened(response.body, LONGEST_BODY)}`.trimEnd();
  const stateDropped = 'drop the state, and the interaction passes';
  const kept = `keep it, and expect what the service responds then: ${received}`;

  return run.states.map((state) => {
    const conflict = `the provider state "${state.name}" and the expected response contradict each other`;
    const states = run.states.filter((other) => other !== state);
    return { remedy: `${conflict}: ${stateDropped}; or ${kept}`, states };
  });
}

/** In characters. A longer body is cut in the text of a remedy. */
const LONGEST_BODY = 200;

/** The states of a run that the registry knows, and those that it does not know. */
function statesOf({ states }: Run, registry: readonly ProviderState[]): Record<'known' | 'unknown', GivenState[]> {
  const isKnown = ({ name }: GivenState): boolean => matchesIn(registry)(name).length > 0;
  return { known: states.filter(isKnown), unknown: states.filter((state) => !isKnown(state)) };
}

/** The sentence about a state that helps: either it replaces states, or it is added to them. */
function stateRemedy({ name, params }: GivenState, run: Run, registry: readonly ProviderState[]): string {
  const { known, unknown } = statesOf(run, registry);
  const contradicting = known.filter((other) => contradicts(other, { name, params }, registry));
  const replaced = [...unknown, ...contradicting];
  const addition = known.length > 0 ? ' in addition to the others' : '';
  const relation = replaced.length > 0 ? ` in place of ${quoted(replaced)}` : addition;

  return `it passes with the provider state "${name}"${parametersText(params)}${relation}`;
}

/** The names of states, for a sentence. */
function quoted(states: readonly GivenState[]): string {
  return states.map(({ name }) => `"${name}"`).join(' and ');
}

/**
 * The state as a pact would write it. Undefined if a required value is missing.
 * @param values from the interaction, by parameter
 * @param chosen the sentence to use. Default: a sentence without placeholders, or one whose placeholders all have a
 * value
 */
function asGivenState(
  { sentences, parameters }: ProviderState,
  values: ReadonlyMap<string, unknown>,
  chosen?: string,
): GivenState | undefined {
  const found = new Map<string, unknown>();
  const foundOrDefault = new Map<string, unknown>();
  for (const [name, spec] of Object.entries(parameters)) {
    const value = fittingValue(spec, values.get(name));
    if (value !== undefined) found.set(name, value);
    else if (spec.default === undefined && spec.optional !== true) return undefined;
    foundOrDefault.set(name, value ?? spec.default);
  }

  const isFilled = (text: string): boolean => placesOf(text).every((name) => foundOrDefault.get(name) !== undefined);
  const plain = sentences.find((text) => !text.includes('{'));
  // In the last resort, a placeholder stays in the sentence, and its value is passed as a parameter.
  const sentence = chosen ?? plain ?? sentences.find(isFilled) ?? sentences[0]!;
  const inSentence = placesOf(sentence);
  // What the sentence does not contain is passed as a parameter.
  const remaining = [...found].filter(([name]) => !inSentence.includes(name));

  return { name: fillSentence(sentence, foundOrDefault), params: Object.fromEntries(remaining) };
}

/**
 * The value of the interaction that a parameter takes; undefined if none fits. The value may be a list, even a list of
 * lists. A parameter that takes a list gets the whole value; any other parameter gets the first item that fits.
 */
function fittingValue(spec: StateParameter, value: unknown): StateValue | undefined {
  const choices = [value, ...[value].flat(2)];
  return choices.map((one) => readValue(spec, one)).find((one) => one !== undefined);
}

/** The sentence with values in place of its `{name}` placeholders. A placeholder without a value stays. */
function fillSentence(sentence: string, values: ReadonlyMap<string, unknown>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values.get(name);
    // A list is written with commas.
    return value === undefined ? placeholder : [value].flat().map(String).join(', ');
  });
}

/**
 * The values in the request, by name: members of the body, query parameters and path parameters. The last value with a
 * name counts, so path parameters have priority.
 */
function requestValues({ request }: PactInteraction, contract: Contract): [name: string, value: unknown][] {
  const { pathParameters } = matchRequest(contract, request);
  const inQuery = mapMembers(request.query, (texts) => (texts.length === 1 ? texts[0] : texts));
  const inBody = membersOf(request.body?.content);

  return [inBody, inQuery, pathParameters].flatMap((values) => Object.entries<unknown>(values));
}

/**
 * Lists of values that the consumer expects in the response, by the parameter of a state that can set them. The state
 * gets the first value that fits.
 */
function responseValues({ response: { status, headers, body } }: PactInteraction): ReadonlyMap<string, unknown[]> {
  const values = new Map<string, unknown[]>();
  const add = (parameter: string, value: unknown): void => {
    values.set(parameter, [...(values.get(parameter) ?? []), value]);
  };

  for (const value of headers['retry-after'] ?? []) add('retryAfter', value);
  for (const [member, value] of leavesIn(body?.content))
    for (const parameter of PARAMETERS_OF_MEMBERS.get(member) ?? [member]) add(parameter, value);
  // A state may also set the status of the response.
  add('status', String(status));

  return values;
}
