/** A request's way, in one direction: match, identify, choose faults, validate, operate. */

import { SPECIFICATION } from '../contract/contract.js';
import type { Access } from '../contract/operation.js';
import { splitUrl } from '../contract/query-string.js';
import { addressOf } from './address.js';
import type { ServiceResponse } from './service-response.js';
import type { Call } from './operations/call.js';
import { chooseContract } from './choose-contract.js';
import { chooseFaults } from './stages/decide.js';
import { runAtomically, type Exchange } from './stages/exchange.js';
import { performFaults } from './faults/perform-faults.js';
import type { Overrides } from './faults/fault-performer.js';
import { unverifiedCaller, claimsIn, sandboxNamedBy, type Caller } from './stages/authenticate.js';
import { matchMethod, matchPath, type Matched } from './stages/locate.js';
import { OPERATIONS } from './operations/operation-handlers.js';
import { preferenceApplied, preferredResponse, readPreference } from './stages/preference.js';
import { RequestInput } from './stages/receive.js';
import type { ServiceContext } from './service-context.js';
import type { ServiceFailure } from './service-failure.js';
import { validateRequest } from './stages/validate-request.js';
import { rewriteResponse, rewriteRequest, renderResponse } from './stages/render.js';

/**
 * The answer to a request, and on the way what is to be known of the exchange. All waiting comes first; what changes the
 * sandbox happens at one moment, so that requests come one after another however many are under way.
 * @throws ServiceFailure, ScenarioSelectionError, PreferenceError
 */
export async function runPipeline(context: ServiceContext, exchange: Exchange): Promise<ServiceResponse> {
  const { req } = exchange;
  const [rawPath = '', queryString = ''] = splitUrl(req.url);
  const known = claimsIn(context, req);
  const claims = known instanceof Promise ? await known : known;
  exchange.tokenIsOurs = claims !== undefined;
  exchange.clientId = claims?.sub ?? '';
  const fallback = exchange.sandbox;
  exchange.sandbox = sandboxNamedBy(claims, context) ?? fallback;
  const ofHeader = context.scenarios.ofHeader(req.headers['emulator-scenario']);
  exchange.contract = chooseContract(context, exchange, ofHeader);
  // Variants have the same paths: which of them is meant may only be known when the operation is.
  const endpoint = matchPath(exchange.contract, req.method, rawPath);
  exchange.access = accessOf(endpoint);
  const { operation, path } = matchMethod(endpoint, req.method);
  exchange.operation = operation;

  const preference = readPreference(req.headers['prefer']);
  const input = new RequestInput(req, operation, queryString);
  if (operation.access === 'client') await receive(input, exchange);
  const claimant = unverifiedCaller(context, {
    operation,
    req,
    claims,
    path,
    form: operation.access === 'client' ? input.body() : undefined,
    fallback,
  });
  exchange.sandbox = claimant.sandbox;
  if (operation.access !== 'bearer') {
    exchange.clientId = claimant.identify().clientId;
    exchange.contract = chooseContract(context, exchange, ofHeader);
    exchange.operation = exchange.contract.operations.get(operation.id)!;
  }
  if (operation.access === 'bearer' && input.takesBody) {
    // Whoever is refused anyway is not waited for.
    claimant.identify();
    await receive(input, exchange);
  }

  return runAtomically(exchange, () => {
    const caller = claimant.identify();
    exchange.clientId = caller.clientId;
    exchange.linkIsOurs = caller.contractId !== undefined;
    caller.sandbox.world.settle();
    const matched: Matched = { operation: exchange.operation!, path };
    exchange.faults = chooseFaults(context, matched, { caller, input, ofHeader });
    const overrides: Overrides = {};
    const word = (failure: ServiceFailure): ServiceResponse => renderResponse(context, exchange, failure);
    return performFaults(
      exchange.faults,
      { contract: exchange.contract, operation: matched.operation, caller, word, overrides },
      () => {
        const request = validateRequest(
          { ...matched, query: input.query(), body: input.body() },
          { strict: caller.sandbox.settings.strict, diagnostics: exchange.diagnostics },
        );
        if (preference !== undefined) {
          const preferred = preferredResponse(matched.operation, preference);
          exchange.preference = preferenceApplied(preference);
          return rewriteResponse(context, exchange, preferred);
        }
        return renderResponse(
          context,
          exchange,
          operate(context, exchange, matched, {
            caller,
            request: rewriteRequest(exchange.contract.variants, request),
            overrides,
          }),
        );
      },
    );
  });
}

interface Checked {
  readonly caller: Caller;
  readonly request: Call['request'];
  readonly overrides: Overrides;
}

function operate(
  context: ServiceContext,
  { req, contract, diagnostics }: Exchange,
  { operation }: Matched,
  { caller, request, overrides }: Checked,
): ServiceResponse {
  const { sandbox, clientId } = caller;
  const { limit, tokenLifetime = sandbox.settings.tokenTtl, requestShowsAfter = 0 } = overrides;
  return OPERATIONS[operation.id]({
    context,
    sandbox,
    clientId,
    request: limit === undefined ? request : { ...request, query: { ...request.query, limit } },
    url: req.url,
    contract,
    time: sandbox.world.time(),
    address: addressOf(req),
    authorization: req.headers.authorization,
    tokenLifetime,
    requestShowsAfter,
    showsEmail: contract.revision !== SPECIFICATION,
    diagnostics,
  });
}

async function receive(input: RequestInput, exchange: Exchange): Promise<void> {
  await input.receive();
  exchange.requestBody = input.bytes ?? input.refusedBytes;
}

/** All operations of an endpoint are open to the same callers, and speak the same dialect. */
function accessOf({ methods }: ReturnType<typeof matchPath>): Access | undefined {
  return methods.values().next().value?.access;
}
