/** Brings about what a pact's interaction asks for. */

import type { SandboxOptions } from '../../control/sandbox-options.js';
import type { GivenState } from '../pact-file.js';
import { findState, type FoundState } from './find-state.js';
import { ProviderStateError } from './provider-state-error.js';
import type { ProviderState, SandboxOpening, StateOutcome } from './provider-state.js';
import type { StateSandbox } from './state-sandbox.js';

/** What the states of an interaction have come to. */
export interface SetUp {
  /** For `fromProviderState`: by name; later states prevail. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the request says and what is sent in its place: {@link StateOutcome.replacements}. */
  readonly replacements: Readonly<Record<string, string>>;
  /** Whether any is about the caller's credentials: those of the pact are to be sent as they stand. */
  readonly authentication: boolean;
  /** In the order of the pact. */
  readonly found: readonly ProviderState[];
  /** The scenarios that were switched on. */
  readonly scenarios: readonly string[];
}

/**
 * How a sandbox has to be opened for the states of an interaction; empty where any will do.
 * @throws ProviderStateError where a state is unknown, its parameters are wrong, or two ask for sandboxes that differ
 */
export function sandboxOptionsFor(states: readonly GivenState[], registry: readonly ProviderState[]): SandboxOpening {
  const options: Record<string, unknown> = {};
  for (const given of states) {
    for (const [name, value] of Object.entries(findState(registry, given).state.opensWith ?? {})) {
      if (name in options && JSON.stringify(options[name]) !== JSON.stringify(value)) {
        throw new ProviderStateError(
          given.name,
          `provider state "${given.name}" asks for a sandbox with ${name} ${JSON.stringify(value)}, another one for ${JSON.stringify(options[name])}`,
        );
      }
      options[name] = value;
    }
  }
  return options satisfies SandboxOptions;
}

/**
 * Brings the states about, one after the other (those that begin with another world first, those that count last), in a sandbox that was opened with {@link sandboxOptionsFor}. Where one is
 * unknown, nothing is done.
 * @throws ProviderStateError where a state is unknown, its parameters are wrong, or it cannot be brought about
 */
export async function setUpStates(
  states: readonly GivenState[],
  registry: readonly ProviderState[],
  sandbox: StateSandbox,
): Promise<SetUp> {
  const found = states.map((given) => ({ given, ...findState(registry, given) }));
  const outcomes: StateOutcome[] = [];
  for (const state of found.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    outcomes.push(await bringAbout(state, sandbox));
  }
  return {
    values: Object.assign({}, ...outcomes.map(({ values = {} }) => values)) as SetUp['values'],
    replacements: Object.assign({}, ...outcomes.map(({ replacements = {} }) => replacements)) as SetUp['replacements'],
    authentication: found.some(({ state }) => state.authentication === true),
    found: found.map(({ state }) => state),
    scenarios: [
      ...new Set([
        ...found.flatMap(({ state }) => state.scenarios ?? []),
        ...outcomes.flatMap(({ scenarios = [] }) => scenarios),
      ]),
    ],
  };
}

/** What a sandbox was opened for has to be so before others add to it. */
function turnOf({ state: { opensWith, last = false } }: FoundState): number {
  return last ? 1 : opensWith === undefined ? 0 : -1;
}

async function bringAbout(
  { given, state, parameters }: FoundState & { readonly given: GivenState },
  sandbox: StateSandbox,
): Promise<StateOutcome> {
  try {
    return (await state.setUp(sandbox, parameters)) ?? {};
  } catch (error) {
    throw new ProviderStateError(
      given.name,
      `provider state "${given.name}" cannot be brought about: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
