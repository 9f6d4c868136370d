/** Finds the operation of a request, and the contract that both are validated against. */

import type { Contract } from '../../contract/contract.js';
import type { Method } from '../../contract/document.js';
import type { Access, Operation } from '../../contract/operation.js';
import type { PathMatch } from '../../contract/path-matching.js';
import { PercentEncodingError, splitUrl } from '../../contract/query-string.js';
import { suggestPath } from '../../contract/suggestions.js';
import { NO_VARIANTS } from '../../contract/variants/variant-point.js';
import type { Activation } from '../../domain/sandbox/activation.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { chosenVariants } from '../../scenarios/variant-scenario.js';
import type { ServiceContext } from '../service-context.js';
import { notFound, ServiceFailure } from '../service-failure.js';
import type { Arrival } from './arrive.js';
import { failingWith, type Exchange } from './exchange.js';

/** An exchange whose operation is known. */
export interface Located extends Exchange {
  readonly claims: Claims | undefined;
  readonly access: Access;
  readonly operation: Operation;
  /** The values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly queryString: string;
  /** The scenarios that the `Emulator-Scenario` header selects. */
  readonly headerScenarios: readonly Activation[];
}

/** An exchange of which no more is known than the sandbox that its access token names, if it has one. */
export function unverifiedCaller(
  { contracts, sandboxes }: ServiceContext,
  arrival: Arrival,
  claims?: Claims,
): Exchange {
  return {
    arrival,
    claims,
    sandbox: (claims && sandboxes.byId(claims.sandbox)) ?? arrival.fallback,
    clientId: claims?.sub ?? '',
    contract: contracts.base,
    diagnostics: arrival.diagnostics,
  };
}

/**
 * Finds the operation in the contract of the sandbox that the request names. Variants have the same paths, so that the
 * operation is the same if the caller turns out to belong to another sandbox.
 * @throws ScenarioSelectionError; StageError because of a ServiceFailure 400, 404 or 405
 */
export function locate(context: ServiceContext, exchange: Exchange): Located {
  const { arrival, claims, sandbox, clientId, diagnostics } = exchange;
  const { method, url, headers } = arrival.req;
  const [rawPath = '', queryString = ''] = splitUrl(url);
  const headerScenarios = context.scenarios.ofHeader(headers['emulator-scenario']);
  const contract = contractFor(context, exchange, headerScenarios);
  const found = (access?: Access): Exchange => ({
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access,
    diagnostics,
  });
  const endpoint = failingWith(found, () => matchPath(contract, method, rawPath));
  const operation = failingWith(
    () => found(accessOf(endpoint)),
    () => matchMethod(endpoint, method),
  );
  return {
    arrival,
    claims,
    sandbox,
    clientId,
    contract,
    access: operation.access,
    operation,
    path: endpoint.parameters,
    queryString,
    headerScenarios,
    diagnostics,
  };
}

/**
 * The contract of a sandbox, in the variants that its scenarios, its client and the header select. The later selections win.
 * @throws ScenarioSelectionError
 */
export function contractFor(
  { contracts, scenarios }: ServiceContext,
  { sandbox, clientId }: Pick<Exchange, 'sandbox' | 'clientId'>,
  headerScenarios: readonly Activation[],
): Contract {
  const { settings } = sandbox;
  const ofSandbox = scenarios.ofSandbox(sandbox);
  const ofClient = scenarios.ofClient(sandbox, clientId);
  if (ofSandbox.length + ofClient.length + headerScenarios.length === 0) return contracts.in(settings);
  const chosen = chosenVariants([...ofSandbox, ...ofClient, ...headerScenarios]);
  return contracts.in(
    chosen === NO_VARIANTS ? settings : { ...settings, variants: { ...settings.variants, ...chosen } },
  );
}

/** @throws ServiceFailure 400 or 404 */
function matchPath(contract: Contract, method: string, path: string): PathMatch<Operation> {
  const match = decoded(() => contract.match(path));
  if (match === undefined) throw notFound('There is nothing at this path.', suggestPath(contract, method, path));
  return match;
}

function decoded<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PercentEncodingError)
      throw new ServiceFailure(400, 'invalid_request', `The path is ${error.message}.`);
    throw error;
  }
}

/**
 * The operation of an endpoint for a method. HEAD is GET without the body.
 * @throws ServiceFailure 405
 */
function matchMethod({ methods }: PathMatch<Operation>, method: string): Operation {
  const operation = methods.get((method === 'HEAD' ? 'get' : method.toLowerCase()) as Method);
  if (operation !== undefined) return operation;
  const allowed = [...methods.keys()].flatMap((known) => (known === 'get' ? ['GET', 'HEAD'] : [known.toUpperCase()]));
  throw new ServiceFailure(405, 'method_not_allowed', `The method ${method} is not allowed here.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

/** All operations of an endpoint have the same access, and with it the same error responses. */
function accessOf({ methods }: PathMatch<Operation>): Access | undefined {
  return methods.values().next().value?.access;
}
