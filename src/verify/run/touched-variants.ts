/** The guesses and variants behind an interaction of a pact. */

import type { Contract } from '../../contract/contract.js';
import type { ExchangeFacts } from '../../contract/fidelity/exchange-facts.js';
import { isGuess } from '../../contract/fidelity/point.js';
import { pointsBehind } from '../../contract/fidelity/points-behind.js';
import { mapMembers } from '../../common/json.js';
import {
  touchedVariants as touchedBy,
  type TouchContext,
  type VariantCase,
} from '../../contract/variants/touched-variants.js';
import { requestBodyOf } from '../../pact/form-fields.js';
import { matchRequest } from '../../pact/match-request.js';
import type { PactRequest } from '../../pact/pact-file.js';
import { bodyOf, type ObservedResponse } from './run.js';

/** IDs of the guesses that a response rests on; none if the request is for no operation, or has no response. */
export function guessesBehind(
  request: PactRequest,
  response: ObservedResponse | undefined,
  contract: Contract,
): readonly string[] {
  const facts = response && factsOf(request, response, contract);
  if (facts?.operationId === undefined) return [];
  return pointsBehind(contract, facts)
    .filter(isGuess)
    .map(({ id }) => id);
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
