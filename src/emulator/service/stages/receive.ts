/** Receives the values of a request: query, access token and body. */

import { whenReady, type Awaitable } from '../../../common/awaitable.js';
import type { CompiledBody } from '../../../contract/operation.js';
import { parseForm, splitUrl } from '../../../contract/query-string.js';
import { resultOf, type ServedExchange } from '../exchange.js';
import { claimsIn } from '../request/access-token.js';
import { BODY_LIMIT, oddityOf, parseBody, receiveBody } from '../request/request-body.js';
import type { ServiceContext } from '../service-context.js';
import { decoded, ServiceError } from '../service-error.js';

/**
 * Waits for the body if the operation takes one. What cannot be read is refused later: when its value is needed. A
 * caller who needs an access token and has none of this emulator is refused without waiting for the body.
 */
export function receive(context: ServiceContext, exchange: ServedExchange): Awaitable<void> {
  const { req, routed } = exchange;
  const [, query = ''] = splitUrl(req.url);
  exchange.query = resultOf(() => decoded('query', () => parseForm(query)));
  return whenReady(claimsIn(context, req), (claims) => {
    exchange.claims = claims;
    if (routed?.body === undefined || (routed.access === 'bearer' && claims === undefined)) return undefined;
    return receiveBodyOf(exchange, routed.body);
  });
}

async function receiveBodyOf(exchange: ServedExchange, body: CompiledBody): Promise<void> {
  try {
    const received = await receiveBody(exchange.req, body);
    exchange.requestBody = received?.bytes;
    const oddity = oddityOf(received, body);
    if (oddity !== undefined) exchange.diagnostics = [...exchange.diagnostics, oddity];
    exchange.body = resultOf(() => parseBody(received, body));
  } catch (failure) {
    if (failure instanceof ServiceError && failure.status === 413) exchange.requestBody = BODY_LIMIT + 1;
    exchange.body = { failure };
  }
}
