/** Performs the operation of a valid request. */

import { SPECIFICATION } from '../../../contract/contract.js';
import { rewriteRequest } from '../../../contract/variants/effects.js';
import type { Overrides } from '../faults/fault-performer.js';
import type { OperationCall } from '../operations/call.js';
import { OPERATION_HANDLERS } from '../operations/operation-handlers.js';
import { rulesIn } from '../representations/presentation.js';
import type { ServiceContext } from '../service-context.js';
import { internalError } from '../service-error.js';
import type { ServiceResponse } from '../service-response.js';
import type { Validated } from '../exchange.js';
import { preferredResponse, readPreference } from '../request/preference.js';

/**
 * The response of the operation, or the example of the contract that the `Prefer` header selects.
 * @throws ServiceError, PreferenceError
 */
export function operate(context: ServiceContext, exchange: Validated, overrides: Overrides): ServiceResponse {
  const { req, operation } = exchange;
  if (overrides.fails === true) throw internalError();
  const preference = readPreference(req.headers['prefer']);
  if (preference !== undefined) return preferredResponse(operation, preference);

  const call = callOf(context, exchange, overrides);
  return OPERATION_HANDLERS[operation.id](call);
}

function callOf(context: ServiceContext, exchange: Validated, overrides: Overrides): OperationCall {
  const { req, sandbox, clientId, link, contract, request, authorization } = exchange;
  const { limit, tokenLifetime = sandbox.settings.tokenTtl, requestShowsAfter = 0 } = overrides;
  const rewritten = rewriteRequest(contract.variants, request);

  return {
    context,
    sandbox,
    clientId,
    link,
    request: limit === undefined ? rewritten : { ...rewritten, query: { ...rewritten.query, limit } },
    url: req.url,
    contract,
    time: sandbox.world.time(),
    addressOfEmulator: () => context.addressOf(req),
    authorization,
    tokenLifetime,
    requestShowsAfter,
    showsEmail: contract.revision !== SPECIFICATION,
    rules: rulesIn(contract),
  };
}
