/** A request's way, in one direction: match, identify, choose faults, validate, operate. */

import type { Access } from '../contract/operation.js';
import { decideFaults } from '../scenario/decide-faults.js';
import { selectScenarios } from '../scenario/select-scenarios.js';
import { addressOf } from './address.js';
import type { Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import { performFaults } from './faults.js';
import { identifyCaller } from './identify-caller.js';
import { matchMethod, matchPath } from './match-operation.js';
import { OPERATIONS } from './operations.js';
import { readBody } from './read-body.js';
import type { ServiceContext } from './service-context.js';
import { validateRequest } from './validate-request.js';

/** The request header that selects scenarios for one request. */
const SCENARIO_HEADER = 'emulator-scenario';

/**
 * The answer to a request, and on the way what is to be known of the exchange.
 * @throws ServiceFailure, ScenarioSelectionError
 */
export async function runPipeline(context: ServiceContext, exchange: Exchange): Promise<Answer> {
  const { req, diagnostics } = exchange;
  const [rawPath = '', queryString = ''] = splitUrl(req.url);
  const endpoint = matchPath(context.contract, rawPath);
  exchange.access = accessOf(endpoint);
  const { operation, path } = matchMethod(endpoint, req.method);
  exchange.operation = operation;

  const header = req.headers[SCENARIO_HEADER];
  const selected = typeof header === 'string' ? selectScenarios(header, context.catalogue) : [];

  const form = operation.access === 'client' && operation.body ? await readBody(req, operation.body) : undefined;
  const caller = identifyCaller(context, { operation, req, path, form });
  const sandbox = (exchange.sandbox = caller instanceof Promise ? await caller : caller);

  const activations = [...sandbox.activations, ...selected];
  exchange.faults = decideFaults(context.catalogue, activations, { operation: operation.id, sandbox });

  return performFaults(exchange.faults, { sandbox }, async () => {
    const body = operation.body && (form ?? (await readBody(req, operation.body)));
    const policy = { strict: context.strict, diagnostics };
    const request = validateRequest({ operation, path, queryString, body }, policy);
    return OPERATIONS[operation.id]({ context, sandbox, request, address: addressOf(req), authorization: req.headers.authorization });
  });
}

/** All operations of an endpoint are open to the same callers, and speak the same dialect. */
function accessOf({ methods }: ReturnType<typeof matchPath>): Access | undefined {
  return methods.values().next().value?.access;
}

function splitUrl(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}
