/** Finds the operation of a request in the contract of its sandbox, which validates request and response. */

import type { Contract } from '../../../contract/contract.js';
import type { Operation } from '../../../contract/operation.js';
import { splitUrl } from '../../../contract/query-string.js';
import { allowedMethods } from '../../../contract/reading/read-request.js';
import { suggestPath } from '../../../contract/suggestions.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { chosenVariants } from '../../scenarios/variant-scenario.js';
import { resultOf, valueOf, valueOr, type Identified, type ReadResult, type Sought } from '../exchange.js';
import { accessOf, operationOf, type Endpoint } from './route.js';
import { notFound, readable, ServiceError } from '../service-error.js';

/**
 * Chooses the contract and finds the operation in it. In a variant, an unknown path or method is refused only when the
 * access token is valid.
 * @throws ScenarioSelectionError; ServiceError 400, 404 or 405
 */
export function locate(exchange: Identified): Sought {
  // A mistake in a header of the emulator is thrown first: it is no mistake in a call of the service.
  const ofHeader = valueOf(exchange.headerScenarios);
  const { scenarios } = exchange.context;
  const ofClient = resultOf(() => scenarios.ofClient(exchange.sandbox, exchange.clientId));
  exchange.clientScenarios = valueOr(ofClient, []);
  exchange.active = [...scenarios.ofSandbox(exchange.sandbox), ...exchange.clientScenarios, ...ofHeader];

  exchange.contract = contractWith(exchange);
  // No access is known until the path is found in this contract.
  exchange.access = undefined;
  exchange.operationResult = findOperation(exchange);
  // A mistake in the client ID is thrown last, so that its response has the access and the contract of the endpoint.
  valueOf(ofClient);

  return exchange as Sought;
}

/**
 * The operation; or the failure to find it, if the contract says that a missing or invalid token is reported first.
 * @throws ServiceError 400, 404 or 405
 */
function findOperation(exchange: Identified): ReadResult<Operation> {
  try {
    const endpoint = matchPath(exchange);
    exchange.access = accessOf(endpoint);
    exchange.operation = matchMethod(exchange, endpoint);
    exchange.path = endpoint.parameters;

    return { value: exchange.operation };
  } catch (failure) {
    if (!(failure instanceof ServiceError)) throw failure;

    // At a path that the contract does not have, a token is expected as at most paths.
    const access = exchange.access ?? 'bearer';
    const isTokenFirst = exchange.contract.document['x-order-of-checks'] === 'token-first' && access === 'bearer';
    if (!isTokenFirst) throw failure;

    exchange.access = access;
    return { failure };
  }
}

/** The contract with the variants that sandbox, client and header choose. A later choice replaces an earlier choice. */
function contractWith({ context, sandbox, active }: Identified): Contract {
  const chosen = active.length > 0 ? chosenVariants(active) : NO_VARIANTS;
  if (chosen === NO_VARIANTS) return context.contracts.in(sandbox.settings);

  const { revision, variants } = sandbox.settings;
  return context.contracts.in({ revision, variants: { ...variants, ...chosen } });
}

/** The endpoint at the path of the request. @throws ServiceError 400 or 404 */
function matchPath({ context, contract, exactEndpoint, req }: Identified): Endpoint {
  // Without variants, the stage `route` has found the endpoint already.
  if (contract === context.contracts.base && exactEndpoint !== undefined) return exactEndpoint;

  const [path = ''] = splitUrl(req.url);
  const match = readable('path', () => contract.match(path));
  if (match !== undefined) return match;

  const hasDots = path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (hasDots) throw notFound('There is nothing at this path.', NO_DOTS);

  const start = `${contract.prefix}/`;
  const where = path.startsWith(start) ? 'spec/openapi.yaml has all of them' : `its API is at ${start}`;
  const near = suggestPath(contract, req.method, path) ?? `the contract has no path like this one; ${where}`;
  throw notFound('There is nothing at this path.', near);
}

/** Why dot segments match nothing, encoded or not (RFC 3986 section 5.2.4). */
const NO_DOTS = 'dot segments match nothing: clients remove them before they send a request';

/**
 * The operation of an endpoint for a method.
 * @throws ServiceError 405
 */
function matchMethod({ contract, req }: Identified, endpoint: Endpoint): Operation {
  const operation = operationOf(endpoint, req);
  if (operation !== undefined) return operation;

  const { method, headers } = req;
  // A preflight is the question of a browser whether a web page may send a request to another origin.
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  // In a variant, the service itself answers preflights. Then nothing has to be remedied.
  const isAnswered = isPreflight && contract.document['x-at-points']?.['preflight'] !== undefined;

  const { origin = '*' } = headers;
  const remedy = `a browser asks whether a web page may call; start the emulator with --cors ${origin}`;
  throw new ServiceError(405, 'method_not_allowed', `The method ${method} is not allowed here.`, {
    headers: { Allow: allowedMethods(endpoint).join(', ') },
    diagnostic: isPreflight && !isAnswered ? remedy : undefined,
    variantPoint: isAnswered ? 'preflight' : 'wrong-method',
  });
}
