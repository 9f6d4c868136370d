/** Sets up the provider states of an interaction in a sandbox. */

import { types } from 'node:util';
import type { GivenState } from '../pact-file.js';
import { decisionsOf, refuseContradictions, type Decision } from './contradictions.js';
import { findState, type FoundState } from './find-state.js';
import {
  ProviderStateError,
  type ProviderState,
  type SandboxOpening,
  type StateOutcome,
  type StateParameters,
} from './provider-state.js';
import { AGES } from './set-up/credentials.js';
import type { StateSandbox } from './state-sandbox.js';

/** The result of setting up the states of an interaction. Of values of one name, that of the last state counts. */
export interface SetUp extends Required<StateOutcome> {
  /** Whether a state is about the client's credentials. Then those of the pact are sent unchanged. */
  readonly authentication: boolean;
  /** The states, in the order of the pact. */
  readonly found: readonly ProviderState[];
  /** Names of the scenarios that were switched on. */
  readonly scenarios: readonly string[];
  /** The parameters of each state, and of those that an alias means. */
  readonly parameters: readonly StateParameters[];
  /** What the states say. */
  readonly decisions: readonly Decision[];
}

/**
 * The options of the sandbox that the states of an interaction need; empty if every sandbox will do.
 * @throws ProviderStateError if a state is unknown, if its parameters are wrong, or if two states need different
 * sandboxes
 */
export function sandboxOptionsFor(states: readonly GivenState[], registry: readonly ProviderState[]): SandboxOpening {
  const options = new Map<string, unknown>();
  for (const given of states) {
    for (const [name, value] of Object.entries(findState(registry, given).state.opensWith ?? {})) {
      const [wanted, other] = [JSON.stringify(value), JSON.stringify(options.get(name))];
      if (options.has(name) && wanted !== other)
        throw new ProviderStateError(
          given.name,
          `provider state "${given.name}" needs a sandbox with ${name} ${wanted}, another state needs ${other}`,
        );
      options.set(name, value);
    }
  }
  return Object.fromEntries(options);
}

/**
 * Sets up the states, one after the other, in a sandbox that was opened with {@link sandboxOptionsFor}. States with
 * `opensWith` come first, those with `last` come last. If a state is unknown, nothing is set up.
 * @throws ProviderStateError if a state is unknown, if its parameters are wrong, if it cannot be set up, or if it
 * contradicts another one
 */
export async function setUpStates(
  states: readonly GivenState[],
  registry: readonly ProviderState[],
  sandbox: StateSandbox,
): Promise<SetUp> {
  const found = states.map((given) => findState(registry, given));
  const decided = found.flatMap(({ given, state, parameters }) => decisionsOf(given.name, state, parameters));
  refuseContradictions(decided);
  const outcomes: (StateOutcome & Partial<SetUp>)[] = [];
  for (const state of found.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    outcomes.push(await setUpState(withOtherStates(state, found), sandbox));
  }
  // What the states of an alias say is known when they are set up.
  const decisions = [...decided, ...outcomes.flatMap(({ decisions: ofAlias = [] }) => ofAlias)];
  refuseContradictions(decisions);
  return {
    values: Object.fromEntries(outcomes.flatMap(({ values = {} }) => Object.entries(values))),
    replacements: Object.fromEntries(outcomes.flatMap(({ replacements = {} }) => Object.entries(replacements))),
    authentication: found.some(({ state }) => state.authentication === true),
    found: found.map(({ state }) => state),
    scenarios: [
      ...new Set([
        ...found.flatMap(({ state }) => state.scenarios ?? []),
        ...outcomes.flatMap(({ scenarios = [] }) => scenarios),
      ]),
    ],
    accessToken: outcomes.findLast(({ accessToken }) => accessToken !== undefined)?.accessToken,
    parameters: [
      ...found.map(({ parameters }) => parameters),
      ...outcomes.flatMap(({ parameters = [] }) => parameters),
    ],
    decisions,
  };
}

/** A state with `opensWith` checks the sandbox before other states add to it. */
function turnOf({ state: { opensWith, last = false } }: FoundState): number {
  return last ? 1 : opensWith === undefined ? 0 : -1;
}

/**
 * The first of several states about one credential issues it: to the party, and at the time, that any of them says.
 */
function withOtherStates(one: FoundState, all: readonly FoundState[]): FoundState {
  const contractId = one.parameters['contractId'];
  if (contractId === undefined) return one;
  const others = all.filter(({ parameters }) => parameters['contractId'] === contractId);
  const valueOf = (name: string): unknown =>
    others.find(({ parameters }) => parameters[name] !== undefined)?.parameters[name];
  const freshness = valueOf('freshness') as keyof typeof AGES | undefined;
  const parameters = {
    ...one.parameters,
    partyId: one.parameters['partyId'] ?? valueOf('partyId'),
    ...(freshness !== undefined && { issuedAt: AGES[freshness].issuedAt }),
  };
  return { ...one, parameters };
}

async function setUpState(
  { given, state, parameters }: FoundState,
  sandbox: StateSandbox,
): Promise<StateOutcome & Partial<SetUp>> {
  try {
    return (await state.setUp(sandbox, parameters)) ?? {};
  } catch (error) {
    // In Jest, the errors of a test's own states are of another class `Error`.
    throw new ProviderStateError(
      given.name,
      `provider state "${given.name}" cannot be set up: ${types.isNativeError(error) ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
