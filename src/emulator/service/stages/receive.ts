/** Receives the values of a request: query, access token and body. */

import type { Request } from 'express';
import type { Awaitable } from '../../../common/awaitable.js';
import { isReadBefore, receiveBody } from '../../../common/platform/body-read-before.js';
import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { charsetOf } from '../../../contract/headers.js';
import type { CompiledBody } from '../../../contract/operation.js';
import { parseForm, splitUrl } from '../../../contract/query-string.js';
import { isUtf8Charset } from '../../../contract/reading/charsets.js';
import { bodyTooLarge, parseBody, requireMediaType, UnreadableBodyError } from '../../../contract/reading/read-body.js';
import type { ReceivedBody } from '../../../contract/reading/read-body.js';
import type { Claims } from '../../domain/tokens/access-tokens.js';
import { resultOf, valueOf, type ReadResult, type Received, type Routed } from '../exchange.js';
import { announcesBody } from '../http/lingering-close.js';
import { brokenBody } from '../http/parser-errors.js';
import { claimsIn, needsToken } from './authenticate.js';
import { invalidRequest, readable, ServiceError } from '../service-error.js';

/**
 * Waits for the body if there is one. Unreadable values are refused later, when they are needed. For a caller without
 * the required access token, the emulator does not wait for the body: the request is refused anyway.
 */
export function receive(exchange: Routed): Awaitable<Received> {
  const { req } = exchange;
  const [, query = ''] = splitUrl(req.url);
  exchange.query = resultOf(() => readable('query', () => parseForm(query)));
  const received = exchange as Received;

  const claims = claimsIn(exchange.context, exchange);
  if (claims instanceof Promise || announcesBody(req.headers)) return receiveRest(received, claims);

  received.claims = claims;
  return received;
}

/** Receives the parts that a request may have to wait for: the verified claims of an unknown token, and the body. */
async function receiveRest(exchange: Received, claims: Awaitable<Claims | undefined>): Promise<Received> {
  const { req, possibleOperation } = exchange;
  exchange.claims = await claims;
  const willBeRefused = exchange.claims === undefined && needsToken(possibleOperation);
  // The body may have broken off already.
  const hasBody = announcesBody(req.headers) && exchange.brokenBody === undefined;
  if (hasBody && !willBeRefused) await receiveBodyOf(exchange, possibleOperation?.body);

  return exchange;
}

/** Receives the body. @param expected undefined if the operation takes no body, or if there is no operation */
async function receiveBodyOf(exchange: Routed, expected: CompiledBody | undefined): Promise<void> {
  const received = await receiveEncoded(exchange.req).then(
    (value): ReadResult<ReceivedBody> => ({ value }),
    (failure: unknown) => ({ failure }),
  );
  if ('value' in received) exchange.requestBody = received.value.bytes;
  // A body is not received for two reasons only: it is too large, or its connection broke off. If it is too large, its
  // size is not known, but is at least this.
  else if (received.failure instanceof UnreadableBodyError) exchange.requestBody = BODY_LIMITS.request + 1;

  if (expected === undefined) return;

  exchange.body = resultOf(() => readable('body', () => parsedBody(exchange, received, expected)));
}

/** The value of the body. @throws UnreadableBodyError, or the failure to receive it */
function parsedBody(exchange: Routed, received: ReadResult<ReceivedBody>, expected: CompiledBody): unknown {
  requireMediaType(exchange.req.headers['content-type'], expected.mediaType);
  const body = valueOf(received);
  const { charset } = body;
  if (expected.mediaType === 'application/json' && !isUtf8Charset(charset)) {
    const reason = `JSON has no other charset, so charset=${charset} has no meaning (RFC 8259 sections 8.1 and 11)`;
    exchange.diagnose(`the body was read as UTF-8: ${reason}`);
  }

  const { value, repeated } = parseBody(body, expected);
  exchange.repeatedMembers = repeated;
  return value;
}

const LOST =
  'something before the emulator has read the body and left nothing in req.body; mount the emulator before it';

/**
 * Receives the bytes of a body of any media type, because the journal also keeps refused bodies.
 *
 * Express's body parser is not used: it refuses a body that is too large only after the whole body has arrived, so a
 * client that never stops sending would never get a response.
 * @throws ServiceError 400; UnreadableBodyError if the body is too large
 */
async function receiveEncoded(req: Request): Promise<ReceivedBody> {
  const wasRead = isReadBefore(req);
  const bytes = await receiveBody(req, BODY_LIMITS.request).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : brokenBody(req, error as Error);
  });
  if (bytes === 'too-large') throw bodyTooLarge();
  if (bytes === 'lost') throw invalidRequest('The request body could not be read.', { diagnostic: LOST });

  const { 'content-type': type, 'content-encoding': coding = 'identity' } = req.headers;
  // A body that middleware parsed before is serialized again, in UTF-8.
  const isWrittenAnew = wasRead && !(req.body instanceof Uint8Array);
  return {
    bytes,
    coding: wasRead ? 'identity' : coding.toLowerCase(),
    charset: isWrittenAnew ? 'utf-8' : charsetOf(type),
  };
}
