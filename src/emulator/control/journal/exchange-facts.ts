/** An exchange of a journal in the terms of the contract. */

import type { ExchangeFacts } from '../../../contract/fidelity/exchange-facts.js';
import { firstValues, parseFormIfReadable } from '../../../contract/query-string.js';
import { type Exchange, jsonOf, mediaTypeOf } from '../../journal/exchange.js';

/** What decides on which points of the contract the response rests. */
export function factsOf({ operation, method, query, status, request, response }: Exchange): ExchangeFacts {
  return {
    operationId: operation,
    request: { method, query, headers: Object.fromEntries(request.headers), body: sentBody(request) },
    response: {
      status,
      headers: Object.fromEntries(response.headers),
      body: response.ending === undefined ? jsonOf(response.body) : undefined,
    },
  };
}

/** The JSON value of a request body, or the fields of a form. */
export function sentBody({ headers, body }: Exchange['request']): unknown {
  if (mediaTypeOf(headers) !== 'application/x-www-form-urlencoded' || body === undefined || !('text' in body))
    return jsonOf(body);
  const fields = parseFormIfReadable(body.text);
  return fields && firstValues(fields);
}
