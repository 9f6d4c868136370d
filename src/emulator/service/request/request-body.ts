/** Receives the body of a request to the service. */

import type { Request } from 'express';
import { isReadBefore, receiveBody } from '../../../common/platform/body-read-before.js';
import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { isUtf8 } from '../../../contract/reading/charsets.js';
import { charsetOf } from '../../../contract/headers.js';
import type { CompiledBody } from '../../../contract/operation.js';
import { bodyTooLarge, type ReceivedBody } from '../../../contract/reading/read-body.js';
import { brokenBody } from '../http/parser-errors.js';
import { invalidRequest, ServiceError } from '../service-error.js';

/** Whether a request has a body, according to its headers (RFC 9112 section 6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Receives the bytes of a body of any media type, because the journal also keeps refused bodies.
 *
 * Express's body parser is not used: it refuses a body that is too large only after the whole body has arrived, so a
 * client that never stops sending would never get a response.
 * @throws ServiceError 400; UnreadableBodyError if the body is too large
 */
export async function receiveEncodedBody(req: Request): Promise<ReceivedBody> {
  const wasRead = isReadBefore(req);
  const bytes = await receiveBody(req, BODY_LIMITS.request).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : brokenBody(req, error as Error);
  });
  if (bytes === 'too-large') throw bodyTooLarge();
  if (bytes === 'lost')
    throw invalidRequest('The request body could not be read.', {
      diagnostic:
        'something before the emulator has read the body and left nothing in req.body; mount the emulator before it',
    });

  const { 'content-type': type, 'content-encoding': coding = 'identity' } = req.headers;
  // A body that middleware parsed before is serialized again, in UTF-8.
  const isWrittenAnew = wasRead && !(req.body instanceof Uint8Array);
  return {
    bytes,
    coding: wasRead ? 'identity' : coding.toLowerCase(),
    charset: isWrittenAnew ? 'utf-8' : charsetOf(type),
  };
}

/** A diagnostic about a body that is unusual but accepted; undefined if there is none. */
export function oddityOf(received: ReceivedBody, { mediaType }: CompiledBody): string | undefined {
  if (mediaType !== 'application/json' || isUtf8(received.charset)) return undefined;
  return `the body was read as UTF-8: JSON has no other charset, so charset=${received.charset} has no meaning (RFC 8259 sections 8.1 and 11)`;
}
