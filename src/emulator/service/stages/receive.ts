/** Receives the values of a request: query and body. */

import type { CompiledBody } from '../../../contract/operation.js';
import { parseForm } from '../../../contract/query-string.js';
import type { ServiceContext } from '../service-context.js';
import { decoded, ServiceFailure } from '../service-failure.js';
import { grantOf } from '../request/access-token.js';
import type { Located, ReadResult } from '../exchange.js';
import { BODY_LIMIT, oddityOf, parseBody, receiveBody } from '../request/request-body.js';

/**
 * Waits for the body if the operation takes one. A caller without a valid access token is rejected before the body is
 * read.
 * @throws ServiceFailure 401 before the body is read; no failure of the body itself
 */
export function receive(context: ServiceContext, exchange: Located): Promise<void> | undefined {
  const { operation, queryString } = exchange;
  exchange.query = resultOf(() => decoded('query', () => parseForm(queryString)));
  if (operation.body === undefined) return undefined;
  // Until the body has arrived, the token can expire. So it is checked once more then.
  if (operation.access === 'bearer') grantOf(context, exchange);
  return receiveBodyOf(exchange, operation.body);
}

async function receiveBodyOf(exchange: Located, body: CompiledBody): Promise<void> {
  try {
    const received = await receiveBody(exchange.req, body);
    exchange.requestBody = received?.bytes;
    const oddity = oddityOf(received, body);
    if (oddity !== undefined) exchange.diagnostics = [...exchange.diagnostics, oddity];
    exchange.body = resultOf(() => parseBody(received, body));
  } catch (failure) {
    if (failure instanceof ServiceFailure && failure.status === 413) exchange.requestBody = BODY_LIMIT + 1;
    exchange.body = { failure };
  }
}

function resultOf<Value>(read: () => Value): ReadResult<Value> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
}
