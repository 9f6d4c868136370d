/** Reads and parses request bodies: size, encoding and media type first, then the text. */

import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import type { CompiledBody } from '../contract/operation.js';
import { parseForm, PercentEncodingError } from '../contract/query-string.js';
import { ServiceFailure } from './service-failure.js';

/** Bodies may have 1 MiB, after decompression. */
const BODY_LIMIT = 1_048_576;

/**
 * The parsed body; undefined where the request has none.
 * @throws ServiceFailure 400, 413 or 415
 */
export async function readBody(req: Request, body: CompiledBody): Promise<unknown> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody) return undefined;
  checkMediaType(req.headers['content-type'], body.mediaType);
  const text = decode(await readBytes(req));
  if (text === '') return undefined;
  return body.mediaType === 'application/json' ? parseJson(text) : parseFields(text);
}

function checkMediaType(contentType: string | undefined, expected: string): void {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';').map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length).replaceAll('"', '');
  if (mediaType === expected && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return;
  const given = contentType === undefined ? 'is missing' : `is ${contentType}`;
  throw new ServiceFailure(415, 'unsupported_media_type', `The content type must be ${expected} in UTF-8, but ${given}.`);
}

/**
 * Not by Express's own body parser: that one answers a body that is too large only when all of it has come,
 * so a client that never stops sending would never be answered.
 */
async function readBytes(req: Request): Promise<Uint8Array> {
  const { 'content-length': length, 'content-encoding': encoding } = req.headers;
  const stream = decompressed(req, encoding?.toLowerCase() ?? 'identity');
  try {
    return await getRawBody(stream, { limit: BODY_LIMIT, ...(stream === req && length !== undefined && { length }) });
  } catch (error) {
    req.unpipe();
    req.resume();
    throw bodyFailure(error as { type?: string });
  }
}

function decompressed(req: Request, encoding: string): Readable {
  switch (encoding) {
    case 'identity':
      return req;
    case 'gzip':
      return req.pipe(createGunzip());
    case 'deflate':
      return req.pipe(createInflate());
    case 'br':
      return req.pipe(createBrotliDecompress());
    default:
      throw new ServiceFailure(415, 'unsupported_media_type', 'The content encoding of the request body is not supported.');
  }
}

function bodyFailure(error: { readonly type?: string }): ServiceFailure {
  if (error.type === 'entity.too.large') return new ServiceFailure(413, 'payload_too_large', `The request body is larger than ${BODY_LIMIT} bytes.`);
  return new ServiceFailure(400, 'invalid_request', 'The request body could not be read.', { cause: error });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceFailure(400, 'invalid_request', 'The request body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const where = position === undefined ? '' : ` (at character ${position})`;
    throw new ServiceFailure(400, 'invalid_request', `The request body is not valid JSON${where}.`);
  }
}

/** An empty field counts as left out, and none may be repeated (RFC 6749 section 3.2). */
function parseFields(text: string): Record<string, string> {
  let fields;
  try {
    fields = parseForm(text);
  } catch (error) {
    if (error instanceof PercentEncodingError) throw new ServiceFailure(400, 'invalid_request', `The form is ${error.message}.`);
    throw error;
  }
  const repeated = [...fields].find(([, values]) => values.length > 1);
  if (repeated) throw new ServiceFailure(400, 'invalid_request', `The form repeats "${repeated[0]}".`);
  return Object.fromEntries([...fields].map(([name, values]): [string, string] => [name, values[0]!]).filter(([, value]) => value !== ''));
}
