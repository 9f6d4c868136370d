/** Performs the operation of a valid request. */

import { rewriteRequest } from '../../../contract/variants/effects.js';
import type { Overrides } from '../faults/fault-performer.js';
import type { OperationCall } from '../operations/call.js';
import { OPERATION_HANDLERS } from '../operations/operation-handlers.js';
import { presentationOf } from '../representations/rows.js';
import { internalError } from '../service-error.js';
import type { ServiceResponse } from '../service-response.js';
import type { Validated } from '../exchange.js';
import { preferredResponse, readPreference } from '../request/preference.js';

/**
 * The response of the operation, or the example of the contract that the `Prefer` header selects.
 * @throws ServiceError, HeaderError
 */
export function operate(exchange: Validated, overrides: Overrides): ServiceResponse {
  const { req, operation } = exchange;
  if (overrides.fails === true) throw internalError();

  const preference = readPreference(req.headers['prefer']);
  if (preference !== undefined) return preferredResponse(operation, preference);

  const call = operationCallOf(exchange, overrides);
  return OPERATION_HANDLERS[operation.id](call);
}

/** The call of the operation: the request, with what the sandbox, its contract and the faults decide. */
function operationCallOf(exchange: Validated, overrides: Overrides): OperationCall {
  const { sandbox, contract, request } = exchange;
  const { limit, tokenLifetime = sandbox.settings.tokenTtl, requestShowsAfter = 0 } = overrides;
  const rewritten = rewriteRequest(contract.variants, request);

  return {
    exchange,
    request: limit === undefined ? rewritten : { ...rewritten, query: { ...rewritten.query, limit } },
    tokenLifetime,
    requestShowsAfter,
    ...presentationOf(contract, sandbox.world.time()),
  };
}
