/** Reads the body of a request as the service does: media type, content coding, charset, then the values. */

import { isDeeperThan, MOST_LEVELS_READ, NESTED_TOO_DEEP, repeatedMembers } from '../../common/json.js';
import { BodyTooLargeError, decodeContent, isKnownCoding } from '../../common/content-coding.js';
import { BODY_LIMITS } from '../../common/platform/receive-bytes.js';
import { decodeUtf8 } from '../../common/utf8.js';
import { charsetOf, mediaTypeOf } from '../headers.js';
import type { CompiledBody } from '../operation.js';
import { parseForm, PercentEncodingError, type FormFields } from '../query-string.js';
import type { Violation } from '../violation.js';
import { fieldDecoder, isFormCharset, type FieldDecoder } from './charsets.js';

/** The bytes of a body, and how they are encoded. */
export interface ReceivedBody {
  readonly bytes: Buffer;
  /** The value of `Content-Encoding`, or `identity`. */
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

/** Thrown if a body cannot be read. The message is a sentence for the sender. */
export class UnreadableBodyError extends Error {
  override readonly name = 'UnreadableBodyError';
  /** What is wrong, by its code. */
  readonly violation: Violation;

  constructor(message: string, violation: Pick<Violation, 'code' | 'expected' | 'value'> & Partial<Violation>) {
    super(message);
    this.violation = { in: 'body', pointer: '', ...violation };
  }
}

/**
 * Refuses a body of a wrong type before it is read.
 * @throws UnreadableBodyError if the operation does not accept the media type, or the charset, of the body
 */
export function requireMediaType(contentType: string | undefined, expected: string): void {
  if (contentType === expected) return;

  const mediaType = mediaTypeOf(contentType);
  const found = contentType === undefined ? 'is missing' : `is ${contentType}`;
  const sent = contentType === undefined ? {} : { value: contentType };
  const place = { in: 'header', pointer: '/Content-Type', ...sent } as const;
  if (mediaType !== expected) {
    const message = `The content type must be ${expected}, but ${found}.`;
    throw new UnreadableBodyError(message, { ...place, code: 'media-type', expected });
  }

  // A charset means nothing for JSON, which is always in UTF-8 (RFC 8259 section 8.1).
  if (mediaType === 'application/json' || isFormCharset(charsetOf(contentType))) return;

  const message = `The charset of the form must be ${CHARSETS}, but the content type ${found}.`;
  throw new UnreadableBodyError(message, { ...place, code: 'charset', expected: `a charset of ${CHARSETS}` });
}

/** The charsets of a form that the service can read, in words. */
const CHARSETS = 'UTF-8, US-ASCII, ISO-8859-1 or windows-1252';

/** Parses a body. @throws UnreadableBodyError */
export function parseBody(received: ReceivedBody, { mediaType }: Pick<CompiledBody, 'mediaType'>): ParsedBody {
  const bytes = decompress(received);
  if (mediaType === 'application/json') {
    const text = textOf(bytes);
    return { value: parseJsonBody(text), repeated: [...repeatedMembers(text).keys()] };
  }

  // For another charset than UTF-8, the text is read as Latin-1, which has one character for each byte. The decoder
  // gets these characters after the fields were split.
  const decode = fieldDecoder(received.charset);
  const text = decode === undefined ? textOf(bytes) : bytes.toString('latin1');
  return { value: parseFields(text, decode), repeated: [] };
}

/**
 * The bytes without their content coding. @throws UnreadableBodyError if the coding is unknown or the bytes are broken
 */
function decompress({ bytes, coding }: ReceivedBody): Buffer {
  if (!isKnownCoding(coding)) {
    const place = { in: 'header', pointer: '/Content-Encoding', code: 'content-coding' } as const;
    const expected = 'gzip, deflate or br';
    const message = `The content encoding must be ${expected}, but is ${coding}.`;
    throw new UnreadableBodyError(message, { ...place, expected, value: coding });
  }

  const content = decodeWithinLimit(bytes, coding);
  if (content !== undefined) return content;

  const expected = `bytes in the content coding ${coding}`;
  const message = `The request body must be in its content encoding, ${coding}, but is not.`;
  throw new UnreadableBodyError(message, { code: 'decompression', expected });
}

/** The decoded bytes; undefined if they are not in this coding. @throws UnreadableBodyError if there are too many */
function decodeWithinLimit(bytes: Buffer, coding: string): Buffer | undefined {
  try {
    return decodeContent(bytes, coding, BODY_LIMITS.request);
  } catch (error) {
    throw error instanceof BodyTooLargeError ? bodyTooLarge() : error;
  }
}

/** The error for a body that is larger than the limit. @param limit in bytes. Default: the limit of the service */
export function bodyTooLarge(limit: number = BODY_LIMITS.request): UnreadableBodyError {
  const message = `The request body is larger than ${limit} bytes.`;
  return new UnreadableBodyError(message, { code: 'too-large', expected: `at most ${limit} bytes` });
}

/** The text of a body in UTF-8. @throws UnreadableBodyError */
function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;

  throw new UnreadableBodyError('The request body is not valid UTF-8.', { code: 'utf-8', expected: 'valid UTF-8' });
}

/** The value of a JSON text in UTF-8; undefined without bytes. @throws UnreadableBodyError */
export function jsonIn(bytes: Buffer): unknown {
  return parseJsonBody(textOf(bytes));
}

/** The JSON value of a body; undefined without a text. @throws UnreadableBodyError */
function parseJsonBody(text: string): unknown {
  if (text === '') return undefined;

  const value = parseAnyJson(text);
  if (!isDeeperThan(value, MOST_LEVELS_READ)) return value;

  const expected = `at most ${MOST_LEVELS_READ} levels of objects and arrays`;
  throw new UnreadableBodyError(`The request body cannot be read: ${NESTED_TOO_DEEP}.`, { code: 'depth', expected });
}

/** Parses JSON of any depth. @throws UnreadableBodyError */
function parseAnyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 says where the mistake is: `Unexpected token } in JSON at position 12`.
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = position === undefined ? '' : ` (at character ${position})`;
    const message = `The request body is not valid JSON${where}.`;
    throw new UnreadableBodyError(message, { code: 'json', expected: 'valid JSON', value: `other text${where}` });
  }
}

/** The fields that may be repeated (RFC 8707 section 2, RFC 8693 section 2.1). */
const REPEATABLE: ReadonlySet<string> = new Set(['resource', 'audience']);

/**
 * The fields of a form; undefined without a text. An empty field counts as absent, and only {@link REPEATABLE} fields
 * may be repeated (RFC 6749 section 3.2).
 */
function parseFields(text: string, decode?: FieldDecoder): Record<string, string> | undefined {
  if (text === '') return undefined;

  const fields: [string, string][] = [];
  for (const [name, values] of fieldsOf(text, decode)) {
    if (values.length > 1 && !REPEATABLE.has(name)) {
      const violation = { pointer: `/${name}`, code: 'repeated', expected: 'given once' };
      throw new UnreadableBodyError(`The form repeats "${name}".`, violation);
    }

    // A field that may be repeated has its first value that is not empty.
    const value = values.find((one) => one !== '');
    if (value !== undefined) fields.push([name, value]);
  }

  return Object.fromEntries(fields);
}

/** The fields of a form with all their values. @throws UnreadableBodyError */
function fieldsOf(text: string, decode?: FieldDecoder): FormFields {
  try {
    return parseForm(text, decode);
  } catch (error) {
    if (!(error instanceof PercentEncodingError)) throw error;
    throw new UnreadableBodyError(`The form is ${error.message}.`, encodingViolation('body', error));
  }
}

/** The violation of a part of a request that cannot be decoded. */
export function encodingViolation(part: 'path' | 'query' | 'body', { text, charset }: PercentEncodingError): Violation {
  return { in: part, pointer: '', code: 'encoding', expected: `percent-encoded ${charset}`, value: text };
}
