/** The provider states in the form of Pact's own `Verifier`. */

import type { IncomingHttpHeaders } from 'node:http';
import { bodyReadBefore } from '../common/platform/body-read-before.js';
import { adaptRequest } from '../pact/provider/adapt-request.js';
import { CurrentInteraction } from '../pact/provider/current-interaction.js';
import { rawRequest } from '../pact/provider/gateway.js';
import type { GivenState } from '../pact/pact-file.js';
import type { ProviderState } from '../pact/states/provider-state.js';
import { placesOf } from '../pact/states/sentence.js';
import { providerStates } from '../pact/states/shipped-states.js';
import type { RestorableSandbox } from '../pact/states/state-sandbox.js';
import { shippedContract } from '../start/shipped.js';

type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** Handlers by the text of the state in the pact. */
export type StateHandlers = Record<string, StateHandler>;

type Setup = (parameters?: unknown) => Promise<Record<string, Json>>;

/** Pact's code needs an object, its types need a function. Calling the handler does the same as `setup`. */
export interface StateHandler extends Setup {
  /** Sets up the state, and returns values for `fromProviderState`. */
  readonly setup: Setup;
  readonly teardown: () => Promise<undefined>;
}

/** Options of a `Verifier` for a sandbox. */
export interface VerifierOptions {
  readonly providerBaseUrl: string;
  readonly stateHandlers: StateHandlers;
  readonly requestFilter: RequestFilter;
}

/**
 * Handlers that set up states in a sandbox: `new Verifier({ stateHandlers: stateHandlers(sandbox), ... })`. After each
 * interaction they restore the sandbox. If a state fails, Pact prints the error and continues; so the sandbox
 * responds to every valid call of the interaction with 502, and the interaction fails.
 * @param sandbox a `SandboxControl` or a `RemoteSandbox`; one verification at a time
 * @param registry default: the shipped states
 */
export function stateHandlers(
  sandbox: RestorableSandbox,
  registry: readonly ProviderState[] = providerStates,
): StateHandlers {
  return handlersOf(new CurrentInteraction(sandbox, registry), registry);
}

/**
 * All options for a sandbox: `new Verifier({ ...verifierOptions(sandbox), provider, pactUrls })`. The request filter
 * replaces access tokens, client credentials and link tokens that a pact invents by valid ones, as `verifyPacts` does,
 * unless a state is about them. If a state fails, every request of its interaction fails.
 * @param sandbox a `SandboxControl` or a `RemoteSandbox`; one verification at a time
 * @param registry default: the shipped states
 */
export function verifierOptions(
  sandbox: RestorableSandbox,
  registry: readonly ProviderState[] = providerStates,
): VerifierOptions {
  const interaction = new CurrentInteraction(sandbox, registry);
  return {
    providerBaseUrl: sandbox.apiUrl.replace(/\/api\/v1$/, ''),
    stateHandlers: handlersOf(interaction, registry),
    requestFilter: requestFilterOf(interaction),
  };
}

function handlersOf(interaction: CurrentInteraction, registry: readonly ProviderState[]): StateHandlers {
  const handlerOf = (name: string): StateHandler => {
    const setup: Setup = async (parameters) =>
      (await interaction.add({ name, params: (parameters ?? {}) as GivenState['params'] })) as Record<string, Json>;
    const teardown = async (): Promise<undefined> => {
      await interaction.end();
      return undefined;
    };
    return Object.assign((parameters?: unknown) => setup(parameters), { setup, teardown });
  };
  // Pact looks a handler up by the exact text of the pact, and texts with values are infinitely many. Texts without
  // values are members of the object, so that they can be listed. The prototype finds a handler for every other text.
  const prototype = new Proxy(Object.create(Object.prototype) as object, {
    // JavaScript itself reads some members, as `JSON.stringify` and `await` do.
    get: (target, name): unknown =>
      typeof name === 'symbol' || name in target || name === 'toJSON' || name === 'then'
        ? Reflect.get(target, name)
        : handlerOf(name),
  });
  const withoutValues = registry.flatMap(({ sentences }) =>
    sentences.filter((sentence) => placesOf(sentence).length === 0),
  );
  return Object.assign(
    Object.create(prototype) as StateHandlers,
    Object.fromEntries(withoutValues.map((sentence) => [sentence, handlerOf(sentence)])),
  );
}

interface FilteredRequest {
  readonly method: string;
  url: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as Pact's proxy has parsed it: bytes, or the value of JSON or of a form. */
  body?: unknown;
}

interface FilteredResponse {
  statusCode: number;
  end(text: string): unknown;
}

/** An Express handler. */
export type RequestFilter = (
  request: FilteredRequest,
  response: FilteredResponse,
  next: (error?: unknown) => void,
) => void;

/** Prefix of the paths of the verifier's own requests. */
const INTERNAL_PREFIX = '/_';

/** Changes requests as `verifyPacts` does, and fails those whose states failed. */
function requestFilterOf(interaction: CurrentInteraction): RequestFilter {
  return function filterRequest(request, response, next) {
    if (request.url.startsWith(INTERNAL_PREFIX)) {
      next();
    } else if (interaction.failure !== undefined) {
      response.statusCode = 502;
      response.end(interaction.failure.message);
    } else {
      adapt(request, interaction).then(() => {
        next();
      }, next);
    }
  };
}

async function adapt(request: FilteredRequest, interaction: CurrentInteraction): Promise<void> {
  const received = rawRequest(request, request.url, bodyReadBefore(request) ?? Buffer.alloc(0));
  const { target, headers, body } = await adaptRequest(received, interaction, shippedContract());
  request.url = target;
  Object.assign(request.headers, headers);
  if (body.length === 0) return;
  // Bytes are sent unchanged. A parsed form would be sent as JSON with the length of the form.
  request.body = body;
  request.headers['content-length'] = String(body.length);
}
