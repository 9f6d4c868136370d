/** The points and variants behind an interaction of a pact. */

import type { Contract } from '../../contract/contract.js';
import type { ExchangeFacts } from '../../contract/fidelity/exchange-facts.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import { mapMembers } from '../../contract/json.js';
import {
  touchedVariants as touchedBy,
  type TouchContext,
  type VariantCase,
} from '../../contract/variants/touched-variants.js';
import { requestBodyOf } from '../../pact/form-fields.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactRequest } from '../../pact/pact-file.js';
import { bodyOf, type ObservedResponse } from './run.js';

/** The points of the contract that a response to a request rests on. */
export function pointsOf(
  request: PactRequest,
  response: ObservedResponse,
  contract: Contract,
): readonly FidelityPoint[] {
  return pointsBehind(contract, factsOf(request, response, contract));
}

/** The cases whose point the interaction touched: only in these does it have to run again. */
export function touchedVariants(
  request: PactRequest,
  response: ObservedResponse,
  context: TouchContext,
): VariantCase[] {
  return touchedBy(factsOf(request, response, context.contract), context);
}

function factsOf(request: PactRequest, response: ObservedResponse, contract: Contract): ExchangeFacts {
  const match = matchRequest(contract, request);
  return {
    operationId: match.kind === 'operation' ? match.operation.id : undefined,
    request: {
      query: request.query,
      headers: mapMembers(request.headers, (values) => values.join(', ')),
      body: requestBodyOf(request, match) ?? request.body?.content,
    },
    response: { status: response.status, headers: response.headers, body: bodyOf(response) },
  };
}
