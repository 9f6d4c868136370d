/** Receives and parses request bodies: checks media type and size, then decodes, then parses. */

import type { Request } from 'express';
import { isDeeperThan, MOST_LEVELS_READ, NESTED_TOO_DEEP, repeatedMembers } from '../../../common/json.js';
import type { CompiledBody } from '../../../contract/operation.js';
import { fieldDecoder, isFormCharset, isUtf8 } from '../../../contract/charsets.js';
import { charsetOf, mediaTypeOf } from '../../../contract/headers.js';
import { parseForm } from '../../../contract/query-string.js';
import { BodyTooLargeError, decodeContent, isKnownCoding } from '../../journal/content-coding.js';
import { bodyReadBefore, isReadBefore } from '../../../common/platform/body-read-before.js';
import { receiveBytes } from '../../../common/platform/receive-bytes.js';
import { decodeUtf8 } from '../../../common/utf8.js';
import { brokenBody } from '../http/parser-errors.js';
import { decoded, invalidRequest, ServiceError } from '../service-error.js';

/** 1 MiB, before and after decompression. */
export const BODY_LIMIT = 1_048_576;

/** The bytes of a body, and how they are encoded. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  readonly coding: string;
  /** In lower case; undefined if the content type has none. */
  readonly charset: string | undefined;
}

/** A body that was parsed. */
interface ParsedBody {
  readonly value: unknown;
  /** Names that an object of a JSON text has twice. The last member of a name counts. */
  readonly repeated: readonly string[];
}

const NONE: readonly string[] = [];

/** Whether a request has a body, as far as its headers say (RFC 9112 section 6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Receives the bytes of a body, whatever its media type is: the journal has what is refused, too.
 *
 * Not with Express's own body parser: it responds to a body that is too large only when all of it has arrived, so that
 * a client that never stops sending would never get a response.
 * @throws ServiceError 400 or 413
 */
export async function receiveBody(req: Request): Promise<ReceivedBody> {
  const charset = charsetOf(req.headers['content-type']);
  // What was parsed before is written in UTF-8.
  if (isReadBefore(req))
    return {
      bytes: receivedBefore(req),
      coding: 'identity',
      charset: req.body instanceof Uint8Array ? charset : 'utf-8',
    };
  const coding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  const bytes = await receiveBytes(req, BODY_LIMIT).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : brokenBody(req, error as Error);
  });
  if (bytes === undefined) throw tooLarge();
  return { bytes, coding, charset };
}

function receivedBefore(req: Request): Buffer {
  const bytes = bodyReadBefore(req);
  if (bytes === undefined)
    throw invalidRequest('The request body could not be read.', {
      diagnostic:
        'something before the emulator has read the body and left nothing in req.body; mount the emulator before it',
    });
  if (bytes.length > BODY_LIMIT) throw tooLarge();
  return bytes;
}

/**
 * Parses a body.
 * @throws ServiceError 400, 413 or 415
 */
export function parseBody(received: ReceivedBody, { mediaType }: CompiledBody): ParsedBody {
  const bytes = decompress(received.bytes, received.coding);
  if (mediaType === 'application/json') {
    const text = textOf(bytes);
    return { value: parseJson(text), repeated: repeatedMembers(text) };
  }
  const decode = fieldDecoder(received.charset);
  const text = decode === undefined ? textOf(bytes) : bytes.toString('latin1');
  return { value: parseFields(text, decode), repeated: NONE };
}

/** What is odd about a body that is read nevertheless; undefined if nothing is. */
export function oddityOf(received: ReceivedBody, { mediaType }: CompiledBody): string | undefined {
  if (mediaType !== 'application/json' || isUtf8(received.charset)) return undefined;
  return `the body was read as UTF-8: JSON has no other charset, so charset=${received.charset} has no meaning (RFC 8259 sections 8.1 and 11)`;
}

/** @throws ServiceError 415 if the body has not the media type that the operation takes */
export function requireMediaType(contentType: string | undefined, expected: string): void {
  if (contentType === expected) return;
  const given = mediaTypeOf(contentType);
  const isJson = given === 'application/json';
  if (given === expected && (isJson || isFormCharset(charsetOf(contentType)))) return;
  const found = contentType === undefined ? 'is missing' : `is ${contentType}`;
  if (given === expected)
    throw unsupported(
      `The charset of the form must be UTF-8, US-ASCII, ISO-8859-1 or windows-1252, but the content type ${found}.`,
      'send the form in UTF-8, without a charset',
    );
  const diagnostic = isJson
    ? 'the token endpoint takes a form, not JSON (RFC 6749 section 4.4.2)'
    : `send the body as ${expected}`;
  throw unsupported(`The content type must be ${expected}, but ${found}.`, diagnostic);
}

function unsupported(message: string, diagnostic?: string): ServiceError {
  return new ServiceError(415, 'unsupported_media_type', message, { diagnostic, variantPoint: 'other-media-type' });
}

function decompress(bytes: Buffer, coding: string): Buffer {
  if (!isKnownCoding(coding)) throw unsupported('The content encoding of the request body is not supported.');
  try {
    const content = decodeContent(bytes, coding, BODY_LIMIT);
    if (content !== undefined) return content;
  } catch (error) {
    throw error instanceof BodyTooLargeError ? tooLarge() : error;
  }
  throw unreadable();
}

function tooLarge(): ServiceError {
  return new ServiceError(413, 'payload_too_large', `The request body is larger than ${BODY_LIMIT} bytes.`);
}

function unreadable(cause?: unknown): ServiceError {
  return invalidRequest('The request body could not be read.', { cause });
}

function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw invalidRequest('The request body is not valid UTF-8.');
  return text;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  const value = parsed(text);
  if (isDeeperThan(value, MOST_LEVELS_READ))
    throw invalidRequest(`The request body cannot be read: ${NESTED_TOO_DEEP}.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = position === undefined ? '' : ` (at character ${position})`;
    throw invalidRequest(`The request body is not valid JSON${where}.`);
  }
}

/** They may be repeated (RFC 8707 section 2, RFC 8693 section 2.1). */
const REPEATABLE: ReadonlySet<string> = new Set(['resource', 'audience']);

/** An empty field counts as absent, and no other may be repeated (RFC 6749 section 3.2). Undefined without a text. */
function parseFields(text: string, decode?: (text: string) => string): Record<string, string> | undefined {
  if (text === '') return undefined;
  const fields: [string, string][] = [];
  for (const [name, values] of decoded('form', () => parseForm(text, decode))) {
    if (values.length > 1 && !REPEATABLE.has(name)) throw invalidRequest(`The form repeats "${name}".`);
    const value = values.find((given) => given !== '');
    if (value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}
