/** The provider states as Pact's own `Verifier` takes them. */

import type { GivenState } from '../pact-file.js';
import { InteractionUnderWay } from './interaction-under-way.js';
import type { ProviderState } from './provider-state.js';
import { requestFilterOf, type RequestFilter } from './request-filter.js';
import { placesOf } from './sentence.js';
import { providerStates } from './shipped-states.js';
import type { RestorableSandbox } from './state-sandbox.js';

type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** By what a pact says. */
export type StateHandlers = Record<string, StateHandler>;

type Setup = (parameters?: unknown) => Promise<Record<string, Json>>;

/** Pact's code takes an object, its types want a function as well: called, it does what `setup` does. */
export interface StateHandler extends Setup {
  /** Gives the values for `fromProviderState`. */
  readonly setup: Setup;
  readonly teardown: () => Promise<undefined>;
}

/** What a `Verifier` has to be told of a sandbox. */
export interface VerifierOptions {
  readonly providerBaseUrl: string;
  readonly stateHandlers: StateHandlers;
  readonly requestFilter: RequestFilter;
}

/**
 * Handlers that bring states about in one sandbox, for `new Verifier({ stateHandlers: stateHandlers(sandbox), ... })`;
 * after each interaction the sandbox is again what it was. Pact prints that a state is unknown or cannot be brought about,
 * and goes on: so the sandbox answers every good call of such an interaction with 502, and fails it.
 * @param sandbox a `SandboxControl`, or a `RemoteSandbox`; one verification at a time
 * @param registry default: the shipped states
 */
export function stateHandlers(
  sandbox: RestorableSandbox,
  registry: readonly ProviderState[] = providerStates,
): StateHandlers {
  return handlersOf(new InteractionUnderWay(sandbox, registry), registry);
}

/**
 * The same, and what else it takes: `new Verifier({ ...verifierOptions(sandbox), provider, pactUrls })`. Requests are changed
 * as by `verifyPacts`: access tokens, client credentials and link tokens that a pact invents become good ones, unless its
 * states are about them. Whatever is asked where a state has failed fails.
 */
export function verifierOptions(
  sandbox: RestorableSandbox,
  registry: readonly ProviderState[] = providerStates,
): VerifierOptions {
  const interaction = new InteractionUnderWay(sandbox, registry);
  return {
    providerBaseUrl: sandbox.apiUrl.replace(/\/api\/v1$/, ''),
    stateHandlers: handlersOf(interaction, registry),
    requestFilter: requestFilterOf(interaction),
  };
}

function handlersOf(interaction: InteractionUnderWay, registry: readonly ProviderState[]): StateHandlers {
  const handlerOf = (name: string): StateHandler => {
    const setup: Setup = async (parameters) =>
      (await interaction.add({ name, params: (parameters ?? {}) as GivenState['params'] })) as Record<string, Json>;
    const teardown = async (): Promise<undefined> => {
      await interaction.end();
      return undefined;
    };
    return Object.assign((parameters?: unknown) => setup(parameters), { setup, teardown });
  };
  // Pact looks a handler up by the very text of the pact, and there are infinitely many texts with values in them. Those
  // without stand in the object, to be listed; a look-up that finds none of them reaches the prototype, which knows all.
  const prototype = new Proxy(Object.create(Object.prototype) as object, {
    get: (target, name): unknown =>
      typeof name === 'symbol' || isAskedOfAnyObject(target, name) ? Reflect.get(target, name) : handlerOf(name),
  });
  const plain = registry.flatMap(({ sentences }) => sentences.filter((sentence) => placesOf(sentence).length === 0));
  return Object.assign(
    Object.create(prototype) as StateHandlers,
    Object.fromEntries(plain.map((sentence) => [sentence, handlerOf(sentence)])),
  );
}

/** Whether JavaScript itself asks for it, as `JSON.stringify` and `await` do of everything. */
function isAskedOfAnyObject(target: object, name: string): boolean {
  return name in target || name === 'toJSON' || name === 'then';
}
