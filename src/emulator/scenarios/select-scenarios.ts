/**
 * Reads a selection of scenarios such as `rate-limit-burst;after=2, token-expired`: a list with parameters (RFC 9651).
 * An unknown name or parameter is an error that lists the valid names. It is never ignored, because a test would pass
 * without the fault.
 */

import { ParseError, parseList, Token, type Item } from 'structured-headers';
import { boundedSentences, shortened } from '../../common/bounded-list.js';
import { escapePointer, mapMembers } from '../../common/json.js';
import { nearestAtEnd } from '../../contract/suggestions.js';
import { type Activation, type ActivationParameter, isInjected, type Selector } from '../domain/sandbox/activation.js';
import { faultKinds } from './decide-faults.js';
import { type ChangeFault, EXCLUSIVE_KINDS } from './fault.js';
import { fillTemplate } from './fill-template.js';
import { acceptsValue, parameterMistake, parseParameter } from './parse-parameter.js';
import { placeMistake } from './place-mistake.js';
import type { Catalogue, Scenario } from './scenario.js';
import { variantMistake } from './variant-scenario.js';

/**
 * A parameter that each scenario has. Two activations of one scenario need different values of this parameter; they
 * count their calls separately.
 */
const ACTIVATION = 'activation';

/** The longest selection, in characters. */
const LONGEST_SELECTION = 16_384;
/** How many scenarios can be active together. */
const MOST_ACTIVE = 100;
/** The most mistakes to report. Each mistake lists the valid values, so more would be hard to read. */
const MOST_MISTAKES = 10;

/** Thrown if a selection is invalid; none of its scenarios becomes active. */
export class ScenarioSelectionError extends Error {
  override readonly name = 'ScenarioSelectionError';
  /** A sentence for each mistake, at most ten. If there are more, the last one counts them. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    const shown = boundedSentences(mistakes, { most: MOST_MISTAKES });
    super(shown.join(' '));
    this.mistakes = shown;
  }
}

/** Where a selection comes from. Each source counts its calls separately. */
export interface SelectionSource {
  readonly selector: Selector;
  /** The client ID or party ID, if that is the selector. */
  readonly name?: string;
}

/**
 * The activations that a selection names, in the order of the selection.
 * @throws ScenarioSelectionError if the text, a name or a parameter is invalid, or if two scenarios conflict
 */
export function selectScenarios(text: string, catalogue: Catalogue, source: SelectionSource): Activation[] {
  const members = parseSelection(text).map((member) => selectMember(member, catalogue, source));
  const activations = members.flatMap(({ activation }) => activation ?? []);
  const mistakes = [...members.flatMap((member) => member.mistakes), ...conflictsAmong(activations, catalogue)];
  if (mistakes.length > 0) throw new ScenarioSelectionError(mistakes);

  return activations;
}

/**
 * The activation of one scenario with parameters as plain values. Lists may be arrays.
 * @throws ScenarioSelectionError if the name or a parameter is invalid
 */
export function selectScenario(
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  source: SelectionSource,
): Activation {
  // A selection over HTTP writes lists as text, so arrays become text here.
  const written = mapMembers(parameters, (value) => (Array.isArray(value) ? value.join(',') : value));
  const member: Item = [name, new Map(Object.entries(written)) as WrittenParameters];
  const { activation, mistakes } = selectMember(member, catalogue, source);
  if (activation === undefined || mistakes.length > 0) throw new ScenarioSelectionError(mistakes);

  return activation;
}

/** The members of a selection. @throws ScenarioSelectionError if the text is no list of RFC 9651, or is too long */
function parseSelection(text: string): Item[] {
  const tooLong = `The selection has ${text.length} characters; at most ${LONGEST_SELECTION} are allowed.`;
  if (text.length > LONGEST_SELECTION) throw new ScenarioSelectionError([tooLong]);

  try {
    const members = parseList(text);
    if (members.length > MOST_ACTIVE) throw new ScenarioSelectionError([tooMany(members.length)]);
    if (members.some(([item]) => Array.isArray(item))) throw notAList(text, 'a list inside the list is not allowed');

    return members as Item[];
  } catch (error) {
    throw error instanceof ParseError ? notAList(text, error.message) : error;
  }
}

/** The error for a text that is no list of scenarios. */
function notAList(text: string, reason: string): ScenarioSelectionError {
  return new ScenarioSelectionError([
    `"${shortened(text)}" is not a list of scenarios as in "rate-limit-burst;after=2, token-expired" (RFC 9651): ${reason}.`,
  ]);
}

/** The activation of a member of a selection, if the scenario exists, and the mistakes of the member. */
function selectMember(
  [item, written]: Item,
  catalogue: Catalogue,
  source: SelectionSource,
): { readonly activation?: Activation; readonly mistakes: readonly string[] } {
  const name = item instanceof Token ? item.toString() : String(item);
  const scenario = catalogue.get(name);
  if (scenario === undefined) return { mistakes: [noScenario(name, catalogue)] };

  const { parameters, mistakes } = selectParameters(scenario, written);
  // Under this key, the sandbox counts the calls of the activation.
  const key = JSON.stringify([name, parameters, written.get(ACTIVATION), source]);
  const activation: Activation = { selector: source.selector, scenario: name, parameters, key };
  if (mistakes.length > 0) return { activation, mistakes };

  const mistake = combinationMistake(activation, scenario, catalogue);
  return { activation, mistakes: mistake === undefined ? [] : [mistake] };
}

/** The parameters of a scenario in a selection, by name. */
type WrittenParameters = Item[1];

/** The values of all parameters, from the selection or by default, and the mistakes in the selection. */
function selectParameters(
  scenario: Scenario,
  written: WrittenParameters,
): { readonly parameters: Activation['parameters']; readonly mistakes: readonly string[] } {
  const known = [...Object.keys(scenario.parameters), ACTIVATION];
  const unknown = [...written.keys()].filter((name) => !known.includes(name));
  const mistakes = unknown.map(
    (name) => `Scenario "${scenario.name}" has no parameter "${shortened(name)}"${nearestAtEnd(name, known)}`,
  );

  const parameters: Record<string, ActivationParameter> = {};
  for (const [name, spec] of Object.entries(scenario.parameters)) {
    const value = written.has(name) ? parseParameter(spec, written.get(name)) : spec.default;
    if (value !== undefined) parameters[name] = value;
    else if (written.has(name)) mistakes.push(parameterMistake(scenario.name, name, spec, written.get(name)));
  }

  return { parameters, mistakes };
}

/**
 * The first mistake in an activation from a document, with a pointer. Undefined if a selection could have made the
 * activation.
 */
export function findActivationMistake(
  activation: Activation,
  catalogue: Catalogue,
): { readonly message: string; readonly pointer: string } | undefined {
  const { scenario: name, parameters } = activation;
  const scenario = catalogue.get(name);
  if (scenario === undefined) return { message: noScenario(name, catalogue), pointer: '/scenario' };

  const pointerTo = (parameter: string): string => `/parameters/${escapePointer(parameter)}`;
  const unknown = Object.keys(parameters).find((given) => !Object.hasOwn(scenario.parameters, given));
  if (unknown !== undefined)
    return { message: `Scenario "${name}" has no parameter "${shortened(unknown)}".`, pointer: pointerTo(unknown) };

  for (const [parameter, spec] of Object.entries(scenario.parameters)) {
    const value = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
    // A parameter with a default always has a value.
    const isValid = value === undefined ? spec.default === undefined : acceptsValue(spec, value);
    if (!isValid)
      return { message: parameterMistake(name, parameter, spec, value ?? 'nothing'), pointer: pointerTo(parameter) };
  }

  const message = combinationMistake(activation, scenario, catalogue);
  return message === undefined ? undefined : { message, pointer: '/parameters' };
}

/** A mistake that no parameter has alone; undefined if there is none. */
function combinationMistake(activation: Activation, scenario: Scenario, { contracts }: Catalogue): string | undefined {
  const { from, to } = activation.parameters;
  if (Number(from) > Number(to))
    return `Parameter "from" of scenario "${scenario.name}" takes values up to "to": ${Number(from)} is above ${Number(to)}.`;

  for (const { fault = {} } of scenario.steps) {
    const change = fillTemplate(fault['change'] ?? {}, activation.parameters) as Partial<ChangeFault>;
    const mistake = contracts && placeMistake(change, scenario, contracts);
    if (mistake !== undefined) return mistake;
  }

  return variantMistake(activation, Object.keys(scenario.parameters));
}

/** The mistake of a name that no scenario has. */
function noScenario(name: string, catalogue: Catalogue): string {
  return `There is no scenario "${shortened(name)}"${nearestAtEnd(name, [...catalogue.keys()])}`;
}

/**
 * A sentence for each pair of activations that conflict, or one sentence if too many are active. Injected activations
 * never conflict, because they give way.
 */
export function conflictsAmong(all: readonly Activation[], catalogue: Catalogue): string[] {
  const activations = all.filter((activation) => !isInjected(activation));
  if (activations.length > MOST_ACTIVE) return [tooMany(activations.length)];
  return activations.flatMap((first, place) =>
    activations.slice(place + 1).flatMap((second) => conflictOf(first, second, catalogue) ?? []),
  );
}

/** The mistake of a selection with too many scenarios. */
function tooMany(count: number): string {
  return `${count} scenarios are selected; at most ${MOST_ACTIVE} can be active together.`;
}

/** Why two activations cannot be active together, as a sentence. Undefined if they can. */
function conflictOf(first: Activation, second: Activation, catalogue: Catalogue): string | undefined {
  if (first.key === second.key)
    return `Scenario "${first.scenario}" is selected twice; add ";activation=<name>" to one of them, or leave one out.`;

  const one = catalogue.get(first.scenario);
  const other = catalogue.get(second.scenario);
  if (one === undefined || other === undefined) return undefined;

  // Scenarios for different operations never meet in one call.
  const canMeet = one.operations.some((operation) => other.operations.includes(operation));
  const shared = EXCLUSIVE_KINDS.find((kind) => faultKinds(one).has(kind) && faultKinds(other).has(kind));
  if (!canMeet || shared === undefined) return undefined;

  return `Scenarios "${first.scenario}" and "${second.scenario}" cannot be active together: both have the fault "${shared}" for the same operations.`;
}
