/**
 * Reads a selection such as `rate-limit-burst;after=2, token-expired`: a list with parameters of RFC 9651.
 * A name or parameter that does not exist is an error that lists what does, never ignored.
 */

import { type Item, ParseError, parseList, Token } from 'structured-headers';
import { nearest } from '../contract/suggestions.js';
import type { Activation, ActivationParameter, Selector } from '../domain/sandbox/activation.js';
import { faultKinds } from './decide-faults.js';
import { EXCLUSIVE_KINDS } from './fault.js';
import { readParameter } from './parse-parameter.js';
import type { Catalogue, Scenario } from './scenario.js';
import { variantMistake } from './variant-scenario.js';

/** A parameter of every scenario that only tells apart activations which are otherwise alike, so that each counts its own calls. */
const ACTIVATION = 'activation';

/** Thrown where a selection cannot be followed; nothing of it is. */
export class ScenarioSelectionError extends Error {
  override readonly name = 'ScenarioSelectionError';
  /** Every mistake, a sentence each. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join(' '));
    this.mistakes = mistakes;
  }
}

/** By whom a selection is made: calls are counted for each of them apart. */
export interface SelectionSource {
  readonly selector: Selector;
  /** The client ID or party ID, where that is the selector. */
  readonly name?: string;
}

/**
 * The activations that the text asks for, in its order.
 * @throws ScenarioSelectionError
 */
export function selectScenarios(text: string, catalogue: Catalogue, source: SelectionSource): Activation[] {
  const mistakes: string[] = [];
  const activations = parseSelection(text).flatMap((member) => {
    const activation = activationOf(member, catalogue, source, mistakes);
    return activation === undefined ? [] : [activation];
  });
  mistakes.push(...conflictsAmong(activations, catalogue));
  if (mistakes.length > 0) throw new ScenarioSelectionError(mistakes);
  return activations;
}

/**
 * The activation of one scenario with parameters as plain values; lists may be arrays.
 * @throws ScenarioSelectionError
 */
export function selectScenario(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  source: SelectionSource,
): Activation {
  const mistakes: string[] = [];
  const given = Object.entries(parameters).map(([key, value]): [string, unknown] => [
    key,
    Array.isArray(value) ? value.join(',') : value,
  ]);
  const activation = activationOf([name, new Map(given) as Item[1]], catalogue, source, mistakes);
  if (activation === undefined || mistakes.length > 0) throw new ScenarioSelectionError(mistakes);
  return activation;
}

function parseSelection(text: string): Item[] {
  const wrong = (reason: string): ScenarioSelectionError =>
    new ScenarioSelectionError([
      `"${text}" is not a list of scenarios as in "rate-limit-burst;after=2, token-expired" (RFC 9651): ${reason}.`,
    ]);
  try {
    return parseList(text).map((member) => {
      if (Array.isArray(member[0])) throw wrong('there are no lists inside the list');
      return member as Item;
    });
  } catch (error) {
    throw error instanceof ParseError ? wrong(error.message) : error;
  }
}

function activationOf(
  [bare, given]: Item,
  catalogue: Catalogue,
  source: SelectionSource,
  mistakes: string[],
): Activation | undefined {
  const name = bare instanceof Token ? bare.toString() : String(bare);
  const scenario = catalogue.get(name);
  if (scenario === undefined) {
    mistakes.push(`There is no scenario "${name}"${nearest(name, [...catalogue.keys()])}.`);
    return undefined;
  }
  const known = mistakes.length;
  const parameters = parametersOf(scenario, given, mistakes);
  const key = JSON.stringify([name, parameters, given.get(ACTIVATION), source]);
  const activation: Activation = { selector: source.selector, scenario: name, parameters, key };
  const mistake = mistakes.length === known ? variantMistake(activation, Object.keys(scenario.parameters)) : undefined;
  if (mistake !== undefined) mistakes.push(mistake);
  return activation;
}

function parametersOf(scenario: Scenario, given: Item[1], mistakes: string[]): Activation['parameters'] {
  const parameters: Record<string, ActivationParameter> = {};
  for (const name of given.keys()) {
    if (name === ACTIVATION || Object.hasOwn(scenario.parameters, name)) continue;
    const known = [...Object.keys(scenario.parameters), ACTIVATION];
    mistakes.push(`Scenario "${scenario.name}" has no parameter "${name}"${nearest(name, known)}.`);
  }
  for (const [name, spec] of Object.entries(scenario.parameters)) {
    const value = given.has(name) ? readParameter(scenario.name, name, spec, given.get(name), mistakes) : spec.default;
    if (value !== undefined) parameters[name] = value;
  }
  return parameters;
}

/** A sentence for each pair that cannot be active together. */
export function conflictsAmong(activations: readonly Activation[], catalogue: Catalogue): string[] {
  return activations.flatMap((first, place) =>
    activations.slice(place + 1).flatMap((second) => conflictOf(first, second, catalogue)),
  );
}

function conflictOf(first: Activation, second: Activation, catalogue: Catalogue): string[] {
  if (first.key === second.key)
    return [
      `Scenario "${first.scenario}" is selected twice; tell the two apart with ";activation=<name>", or leave one out.`,
    ];
  const [one, other] = [catalogue.get(first.scenario), catalogue.get(second.scenario)];
  const kind = one && other && clashingKind(one, other);
  if (kind === undefined) return [];
  return [
    `Scenarios "${first.scenario}" and "${second.scenario}" cannot be active together: both decide the ${kind} of the same answers.`,
  ];
}

function clashingKind(one: Scenario, other: Scenario): string | undefined {
  if (!one.operations.some((operation) => other.operations.includes(operation))) return undefined;
  const [kinds, otherKinds] = [faultKinds(one), faultKinds(other)];
  return EXCLUSIVE_KINDS.find((kind) => kinds.has(kind) && otherKinds.has(kind));
}
