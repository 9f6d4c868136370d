/** Receives the values of a request: query, access token and body. */

import type { Awaitable } from '../../../common/awaitable.js';
import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import type { CompiledBody } from '../../../contract/operation.js';
import { parseForm, splitUrl } from '../../../contract/query-string.js';
import {
  parseBody,
  requireMediaType,
  UnreadableBodyError,
  type ReceivedBody,
} from '../../../contract/reading/read-body.js';
import { found, type ReadResult, type Received, resultOf, type Routed, valueOf } from '../exchange.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { claimsIn } from '../request/access-token.js';
import { hasBody, oddityOf, receiveEncodedBody } from '../request/request-body.js';
import type { ServiceContext } from '../service-context.js';
import { readable } from '../service-error.js';

/**
 * Waits for the body if there is one. Unreadable values are refused later, when they are needed. A caller without the
 * required access token of this emulator is refused without waiting for the body.
 */
export function receive(context: ServiceContext, exchange: Routed): Awaitable<Received> {
  const { req } = exchange;
  const [, query = ''] = splitUrl(req.url);
  const received = found(exchange, { query: resultOf(() => readable('query', () => parseForm(query))) });
  const claims = claimsIn(context, exchange);
  if (claims instanceof Promise || hasBody(req)) return receiveRest(received, claims);

  return found(received, { claims });
}

/** Receives the parts that a request may have to wait for: the verified claims of an unknown token, and the body. */
async function receiveRest(exchange: Received, claims: Awaitable<Claims | undefined>): Promise<Received> {
  const { req, routed } = exchange;
  exchange.claims = await claims;
  const needsToken = routed === undefined || routed.access === 'bearer';
  const isRefused = needsToken && exchange.claims === undefined;
  // The body may have broken off already.
  const isToCome = hasBody(req) && exchange.brokenBody === undefined;
  if (!isRefused && isToCome) await receiveBodyOf(exchange, routed?.body);

  return exchange;
}

/** @param expected undefined if the operation takes no body, or if there is no operation */
async function receiveBodyOf(exchange: Routed, expected: CompiledBody | undefined): Promise<void> {
  const { req } = exchange;
  const received = await receiveEncodedBody(req).then(
    (value): ReadResult<ReceivedBody> => ({ value }),
    (failure: unknown) => ({ failure }),
  );
  if ('value' in received) exchange.requestBody = received.value.bytes;
  // A body is not received for two reasons only: it is too large, or its connection broke off.
  else if (received.failure instanceof UnreadableBodyError) exchange.requestBody = BODY_LIMITS.request + 1;
  if (expected === undefined) return;

  exchange.body = resultOf(() => readable('body', () => parsed(exchange, received, expected)));
}

function parsed(exchange: Routed, received: ReadResult<ReceivedBody>, expected: CompiledBody): unknown {
  requireMediaType(exchange.req.headers['content-type'], expected.mediaType);
  const body = valueOf(received);
  const oddity = oddityOf(body, expected);
  if (oddity !== undefined) exchange.diagnostics = [...exchange.diagnostics, oddity];

  const { value, repeated } = parseBody(body, expected);
  exchange.repeatedMembers = repeated;
  return value;
}
