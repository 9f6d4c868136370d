/** Sets up the provider states of an interaction in a sandbox. */

import { types } from 'node:util';
import type { Awaitable } from '../../common/awaitable.js';
import { withoutUndefined } from '../../common/json.js';
import { isMisspelled } from '../../contract/suggestions.js';
import { once } from '../../contract/schema/lazy.js';
import type { GivenState } from '../pact-file.js';
import { decisionsOf, refuseContradictions, type Decision } from './contradictions.js';
import { findState, type FoundState } from './find-state.js';
import { ProviderStateError } from './provider-state.js';
import type { ProviderState, SandboxOpening, StateOutcome, StateParameters } from './provider-state.js';
import { keepPromises } from './promises.js';
import { AGES } from './set-up/credentials.js';
import { isShipped } from './shipped-states.js';
import type { StateSandbox } from './state-sandbox.js';
import { subjectsIn, type Subject } from './subjects.js';

/**
 * The result of setting up the states of an interaction. If several states return a value with one name, the last state
 * counts.
 */
export interface SetUp extends Required<StateOutcome> {
  /** Whether a state is about the client's credentials. Then the credentials of the pact are sent unchanged. */
  readonly authentication: boolean;
  /** The states that the pact names, in its order. An alias is one state here. */
  readonly found: readonly ProviderState[];
  /** Names of the scenarios that were switched on. */
  readonly scenarios: readonly string[];
  /**
   * The states that were set up, in the order of the pact. Instead of an alias, the list has the states that the alias
   * means.
   */
  readonly states: readonly EstablishedState[];
}

/** A state that was set up. */
export interface EstablishedState {
  /** The sentence of the pact, or of the alias. */
  readonly sentence: string;
  readonly state: ProviderState;
  readonly parameters: StateParameters;
  /** What the state decides about the sandbox. */
  readonly decisions: readonly Decision[];
  /**
   * The subjects (parties, credentials, handles, links) that the state sets up. For a state of a consumer, these are
   * named by its parameters; for a shipped state, also by the values that it returns.
   */
  readonly subjects: readonly Subject[];
}

/** A sandbox in which the states of an interaction are set up. */
export interface StatesInSandbox<Sandbox> {
  readonly sandbox: Sandbox;
  readonly setUp: SetUp;
}

/**
 * The states of one interaction. They are set up when they are first needed, all at once, because all of them decide
 * together how the sandbox is opened.
 */
export interface StatesOfInteraction<Sandbox> {
  readonly given: readonly GivenState[];
  /** Returns the sandbox. The first call opens it. @throws ProviderStateError as {@link sandboxOptionsFor} */
  readonly sandbox: () => Promise<Sandbox>;
  /**
   * Returns the sandbox with the states. The first call sets them up. @throws ProviderStateError as {@link setUpStates}
   */
  readonly setUp: () => Promise<StatesInSandbox<Sandbox>>;
}

/**
 * Prepares the states of an interaction.
 * @param open opens the sandbox, or resets it
 */
export function statesOfInteraction<Sandbox extends StateSandbox>(
  given: readonly GivenState[],
  registry: readonly ProviderState[],
  open: (options: SandboxOpening) => Awaitable<Sandbox>,
): StatesOfInteraction<Sandbox> {
  const sandbox = once(async () => await open(sandboxOptionsFor(given, registry)));
  const setUp = once(async () => {
    const opened = await sandbox();
    return { sandbox: opened, setUp: await setUpStates(given, registry, opened) };
  });

  return { given, sandbox, setUp };
}

/**
 * The options of the sandbox that the states of an interaction need. Empty if every sandbox will do.
 * @throws ProviderStateError if a state is unknown, if its parameters are wrong, or if two states need different
 * sandboxes
 */
export function sandboxOptionsFor(states: readonly GivenState[], registry: readonly ProviderState[]): SandboxOpening {
  const options = new Map<string, unknown>();
  for (const { given, state } of states.flatMap((one) => findAll(one, registry))) {
    for (const [name, value] of Object.entries(state.opensWith ?? {})) {
      const wanted = JSON.stringify(value);
      const other = JSON.stringify(options.get(name));
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

/** The state that a pact names. An alias is replaced by the states that it means, at any depth. */
function findAll(given: GivenState, registry: readonly ProviderState[]): FoundState[] {
  const found = findState(registry, given);
  const meant = found.state.means?.(found.parameters);

  return meant === undefined ? [found] : meant.flatMap((one) => findAll(one, registry));
}

/**
 * Sets up the states, one after the other, in a sandbox that was opened with {@link sandboxOptionsFor}. States with
 * `opensWith` come first, states with `last` come last. If a state is unknown, nothing is set up.
 * @throws ProviderStateError if a state is unknown, if its parameters are wrong, if it cannot be set up, if it
 * contradicts another one, or if what it promises does not hold after all states are set up
 */
export async function setUpStates(
  states: readonly GivenState[],
  registry: readonly ProviderState[],
  sandbox: StateSandbox,
): Promise<SetUp> {
  // What can be refused without a change of the sandbox is refused first.
  const found = states.flatMap((given) => findAll(given, registry));
  const decisions = new Map(found.map((one) => [one, decisionsOf(one.given.name, one.state, one.parameters)]));
  refuseContradictions([...decisions.values()].flat());

  const outcomes = new Map<FoundState, StateOutcome>();
  const checkPromises = keepPromises(sandbox);
  for (const one of found.toSorted((first, second) => turnOf(first) - turnOf(second))) {
    outcomes.set(one, await setUpState(withOtherStates(one, found), sandbox));
    await checkPromises(one);
  }

  // The outcomes of all states together. The last one counts where two say something.
  const allOutcomes = [...outcomes.values()];
  const declaredScenarios = found.flatMap(({ state }) => state.scenarios ?? []);
  return {
    values: Object.fromEntries(allOutcomes.flatMap(({ values = {} }) => Object.entries(values))),
    replacements: Object.fromEntries(allOutcomes.flatMap(({ replacements = {} }) => Object.entries(replacements))),
    authentication: found.some(({ state }) => state.authentication === true),
    found: states.map((given) => findState(registry, given).state),
    scenarios: [...new Set([...declaredScenarios, ...allOutcomes.flatMap(({ scenarios = [] }) => scenarios)])],
    accessToken: allOutcomes.findLast(({ accessToken }) => accessToken !== undefined)?.accessToken,
    states: found.map((one) => ({
      sentence: one.given.name,
      state: one.state,
      parameters: one.parameters,
      decisions: decisions.get(one)!,
      subjects: subjectsOf(one, outcomes.get(one)!),
    })),
  };
}

/** What a state sets up: what its parameters name, and for a shipped state also what it returns. */
function subjectsOf({ state, parameters }: FoundState, { values }: StateOutcome): Subject[] {
  const named = subjectsIn(parameters);
  return isShipped(state) ? [...named, ...subjectsIn(values)] : named;
}

/**
 * The position of a state in the order of setting up. A state with `opensWith` comes first, because it checks the
 * sandbox before other states add to it.
 */
function turnOf({ state: { opensWith, last = false } }: FoundState): number {
  if (last) return 1;
  return opensWith === undefined ? 0 : -1;
}

/** The parameters that describe an account. */
const ACCOUNT = ['email', 'username', 'firstName', 'lastName'];

/**
 * A state with the parameters of other states about the same thing:
 * - The first of several states about one credential issues it. So it has to know the party and the time of issue that
 *   a later state names.
 * - The first of several states about one party adds the party. So it has to know the account, which the credentials
 *   show.
 */
function withOtherStates(one: FoundState, all: readonly FoundState[]): FoundState {
  const { state, parameters } = one;
  // A state of a consumer receives only what it declares.
  if (!isShipped(state)) return one;

  // What the states about the same credential or party say first.
  const saidOf = (id: 'contractId' | 'partyId', name: string): unknown => {
    // Without an ID of its own, the state is about a new thing, of which no other state says anything.
    if (!(id in state.parameters && id in parameters)) return undefined;

    const aboutSame = all.map((other) => other.parameters).filter((other) => other[id] === parameters[id]);
    return aboutSame.find((other) => other[name] !== undefined)?.[name];
  };

  const freshness = saidOf('contractId', 'freshness') as keyof typeof AGES | undefined;
  const accountOfParty = Object.fromEntries(ACCOUNT.map((name) => [name, saidOf('partyId', name)]));
  const factsOfCredential = {
    partyId: saidOf('contractId', 'partyId'),
    issuedAt: freshness && AGES[freshness].issuedAt,
  };

  // The state's own parameters win.
  return { ...one, parameters: { ...withoutUndefined({ ...accountOfParty, ...factsOfCredential }), ...parameters } };
}

/** Sets up one state. @throws ProviderStateError with the reason if that is impossible */
async function setUpState({ given, state, parameters }: FoundState, sandbox: StateSandbox): Promise<StateOutcome> {
  try {
    const outcome = (await state.setUp(sandbox, parameters)) ?? {};
    // What a method of the sandbox returns may be returned as it is, unless it looks like a result of `setUp`.
    const misspelled = Object.keys(outcome).find((name) => name !== 'values' && isMisspelled(name, ['values']));
    if (misspelled !== undefined) throw new Error(`it returns "${misspelled}"; did you mean "values"?`);

    return outcome;
  } catch (error) {
    // Jest runs tests with a class `Error` of its own, so `instanceof Error` would be false for errors of a test's
    // states.
    const reason = types.isNativeError(error) ? error.message : String(error);
    const message = `provider state "${given.name}" cannot be set up: ${reason}`;
    throw new ProviderStateError(given.name, message, { cause: error });
  }
}
