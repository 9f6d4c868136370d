/** Finds the operation of a request, and the contract that both are validated against. */

import type { Request } from 'express';
import type { Contract } from '../../../contract/contract.js';
import type { Method } from '../../../contract/document.js';
import type { Access, Operation } from '../../../contract/operation.js';
import type { PathMatch } from '../../../contract/path-matching.js';
import { PercentEncodingError, splitUrl } from '../../../contract/query-string.js';
import { suggestPath } from '../../../contract/suggestions.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import { chosenVariants } from '../../scenarios/variant-scenario.js';
import type { ServiceContext } from '../service-context.js';
import { decoded, notFound, ServiceFailure } from '../service-failure.js';
import { grantOf } from '../request/access-token.js';
import type { ServedExchange, Located } from '../exchange.js';

/**
 * Finds the operation in the contract of the sandbox that the request names. If client or link may turn out to belong to
 * another one, a path that only some variants tolerate is looked up again when they are known.
 * @throws ScenarioSelectionError; ServiceFailure 400, 404 or 405
 */
export function locate(context: ServiceContext, exchange: ServedExchange): Located {
  const { url, headers } = exchange.req;
  exchange.headerScenarios = context.scenarios.ofHeader(headers['emulator-scenario']);
  exchange.queryString = splitUrl(url)[1] ?? '';
  chooseContract(context, exchange);
  return findOperation(context, exchange, true);
}

/**
 * Finds the operation in the chosen contract.
 * @param isSandboxOpen whether tokens and links that are not read yet may name another sandbox
 * @throws ServiceFailure 400, 404 or 405
 */
export function findOperation(context: ServiceContext, exchange: ServedExchange, isSandboxOpen = false): Located {
  exchange.access = undefined;
  exchange.operation = undefined;
  const endpoint = checkedAfterToken(context, exchange, () => matchPath(exchange, isSandboxOpen));
  exchange.access = accessOf(endpoint);
  exchange.operation = checkedAfterToken(context, exchange, () => matchMethod(exchange, endpoint));
  exchange.path = endpoint.parameters;
  return exchange as Located;
}

/**
 * Chooses the contract of the sandbox, in the variants that its scenarios, its client and the header select. The later
 * selections win.
 * @throws ScenarioSelectionError
 */
export function chooseContract({ contracts, scenarios }: ServiceContext, exchange: ServedExchange): void {
  const { sandbox, clientId, headerScenarios } = exchange;
  const { settings } = sandbox;
  const ofSandbox = scenarios.ofSandbox(sandbox);
  const ofClient = scenarios.ofClient(sandbox, clientId);
  const hasScenarios = ofSandbox.length + ofClient.length + headerScenarios.length > 0;
  const chosen = hasScenarios ? chosenVariants([...ofSandbox, ...ofClient, ...headerScenarios]) : NO_VARIANTS;
  exchange.clientScenarios = ofClient;
  exchange.contract = contracts.in(
    chosen === NO_VARIANTS ? settings : { ...settings, variants: { ...settings.variants, ...chosen } },
  );
}

/** In a variant, a request for an unknown path or method needs a valid access token to learn that. @throws ServiceFailure 401 */
function checkedAfterToken<Found>(context: ServiceContext, exchange: ServedExchange, find: () => Found): Found {
  try {
    return find();
  } catch (failure) {
    const { access = 'bearer', contract } = exchange;
    const isFirst = contract.document['x-order-of-checks'] === 'token-first';
    if (isFirst && access === 'bearer') {
      exchange.access = access;
      grantOf(context, exchange);
    }
    throw failure;
  }
}

/** @throws ServiceFailure 400 or 404 */
function matchPath({ contract, req }: ServedExchange, isSandboxOpen: boolean): PathMatch<Operation> {
  const [path = ''] = splitUrl(req.url);
  const match = decoded('path', () => contract.match(path));
  if (match !== undefined) return match;
  const tolerated = isSandboxOpen ? wellFormedMatch(contract, path, true) : undefined;
  if (tolerated !== undefined && accessOf(tolerated) !== 'bearer' && operationOf(req, tolerated) !== undefined)
    return tolerated;
  throw notFound('There is nothing at this path.', suggestPath(contract, req.method, path));
}

/**
 * The operation of an endpoint for a method.
 * @throws ServiceFailure 405
 */
function matchMethod({ contract, req }: ServedExchange, endpoint: PathMatch<Operation>): Operation {
  const operation = operationOf(req, endpoint);
  if (operation !== undefined) return operation;
  const { method, headers } = req;
  const known = [...endpoint.methods.keys()];
  const allowed = known.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()]));
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  const isPreflight = asks && contract.document['x-at-points']?.['preflight'] !== undefined;
  throw new ServiceFailure(405, 'method_not_allowed', `The method ${method} is not allowed here.`, {
    headers: { Allow: allowed.join(', ') },
    variantPoint: isPreflight ? 'preflight' : 'wrong-method',
  });
}

/** The operations of a path, by method. Undefined if the contract does not have the path, or if it is malformed. */
export function operationsAt(contract: Contract, url: string): PathMatch<Operation>['methods'] | undefined {
  return wellFormedMatch(contract, splitUrl(url)[0] ?? '')?.methods;
}

function wellFormedMatch(contract: Contract, path: string, isTolerant = false): PathMatch<Operation> | undefined {
  try {
    return contract.match(path, isTolerant);
  } catch (error) {
    if (error instanceof PercentEncodingError) return undefined;
    throw error;
  }
}

/** HEAD is GET without the body. */
function operationOf({ method }: Request, { methods }: PathMatch<Operation>): Operation | undefined {
  return methods.get((method === 'HEAD' ? 'get' : method.toLowerCase()) as Method);
}

/** All operations of an endpoint have the same access, and with it the same error responses. */
function accessOf({ methods }: PathMatch<Operation>): Access | undefined {
  return methods.values().next().value?.access;
}
