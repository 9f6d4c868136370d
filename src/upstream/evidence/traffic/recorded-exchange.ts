/** One exchange as a file of traffic records it: an entry of a HAR 1.2 file, or a step of a bundle. */

import { inflateRawSync } from 'node:zlib';
import { isObject, membersOf, parseJson } from '../../../common/json.js';
import { decodeContent, isGzip } from '../../../emulator/journal/content-coding.js';

/** Why an exchange is not looked at. */
export const LEFT_OUT = ['foreign', 'duplicate', 'aborted', 'cached', 'cut', 'unreadable'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A request and its response in plain parts. Names of headers are in lower case. */
export interface RecordedExchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly requestBody: Buffer;
  readonly responseBody: Buffer;
  /** Why the exchange is not looked at, if it is one with the service. */
  readonly leftOut?: LeftOut;
  /** When the request was sent, as the file writes it; empty if it does not say. Tells duplicates apart. */
  readonly started: string;
}

/** The largest body, in bytes after decompression. */
const LARGEST_BODY = 100_000_000;

/** Reads an entry of a HAR file, or the reason why it cannot be looked at. */
export function exchangeOfEntry(entry: unknown): RecordedExchange | LeftOut {
  const { request, response, startedDateTime, ...rest } = membersOf(entry);
  const { method, url, headers, postData } = membersOf(request);
  const { status, headers: received, content, ...others } = membersOf(response);
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return 'unreadable';
  if (typeof status !== 'number' && isObject(response)) return 'unreadable';
  const isWithout = typeof status !== 'number' || status < 100;
  const isAborted = isWithout || isSet(others['_error']) || isSet(rest['_ending']) || isSet(rest['_error']);
  const isFromCache = isSet(rest['_fromCache']) || isSet(others['_fetchedViaServiceWorker']);
  const requestHeaders = headersOf(headers);
  const responseHeaders = headersOf(received);
  // What the service itself has said of its cache has an entity tag.
  const isRevalidated = requestHeaders['if-none-match'] !== undefined && responseHeaders['etag'] !== undefined;
  const isCached = isFromCache || (status === 304 && !isRevalidated);
  const { text, params } = membersOf(postData);
  const { text: sent, comment } = membersOf(content);
  const responseBody = decoded(bytesOf(sent, membersOf(content)['encoding']), responseHeaders['content-encoding']);
  const isShort = method !== 'HEAD' && isCutShort(membersOf(content), responseHeaders, responseBody);
  const isCut = isShort || comment === 'too large to be kept' || isSet(membersOf(postData)['comment']);
  const leftOut = isAborted ? 'aborted' : isCached ? 'cached' : isCut ? 'cut' : undefined;
  return {
    method: method.toUpperCase(),
    url,
    status: Number(status),
    requestHeaders,
    responseHeaders,
    requestBody: text === undefined ? formOf(params) : bytesOf(text, membersOf(postData)['_encoding']),
    responseBody,
    ...(leftOut !== undefined && { leftOut }),
    started: typeof startedDateTime === 'string' ? startedDateTime : '',
  };
}

/** Reads a step of a bundle; undefined if it is no exchange. A bundle names no address. */
export function exchangeOfStep(step: unknown): RecordedExchange | LeftOut | undefined {
  const { exchange } = membersOf(step);
  if (!isObject(exchange)) return undefined;
  const { method, path, query, status, at, response, request } = exchange;
  if (typeof method !== 'string' || typeof path !== 'string' || typeof status !== 'number') return 'unreadable';
  if (isSet(membersOf(response)['ending'])) return 'aborted';
  const [sent, received] = [membersOf(request), membersOf(response)];
  if (isSet(membersOf(sent['body'])['omitted']) || isSet(membersOf(received['body'])['omitted'])) return 'cut';
  return {
    method,
    url: `${path}${query === '' ? '' : `?${String(query)}`}`,
    status,
    requestHeaders: headersOf(sent['headers']),
    responseHeaders: headersOf(received['headers']),
    requestBody: bodyOfStep(sent['body']),
    responseBody: bodyOfStep(received['body']),
    started: String(at),
  };
}

function bodyOfStep(body: unknown): Buffer {
  const { text, base64 } = membersOf(body);
  return base64 === undefined ? bytesOf(text, undefined) : bytesOf(base64, 'base64');
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

/**
 * Headers by their names in lower case; repeated ones are joined (RFC 9110 section 5.3).
 * @param fields pairs, or objects with name and value
 */
export function headersOf(fields: unknown): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const field of Array.isArray(fields) ? (fields as unknown[]) : []) {
    const [name, value] = Array.isArray(field)
      ? (field as unknown[])
      : [membersOf(field)['name'], membersOf(field)['value']];
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function bytesOf(text: unknown, encoding: unknown): Buffer {
  return typeof text === 'string' ? Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') : Buffer.alloc(0);
}

/** The fields of a form that a browser has taken apart. */
function formOf(params: unknown): Buffer {
  const fields = Array.isArray(params) ? params.map(membersOf) : [];
  return Buffer.from(
    String(new URLSearchParams(fields.map(({ name, value }): [string, string] => [textOf(name), textOf(value)]))),
  );
}

/** Most exporters write bodies decoded, some as received. */
function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || body.length === 0 || isJson(body)) return body;
  if (coding.includes('gzip') && !isGzip(body)) return body;
  try {
    const content = decodeContent(body, coding, LARGEST_BODY);
    // Some servers send deflate without the header of zlib.
    const isRaw = content === undefined && coding.trim() === 'deflate';
    return isRaw ? inflateRawSync(body, { maxOutputLength: LARGEST_BODY }) : (content ?? body);
  } catch {
    return body;
  }
}

function isJson(body: Buffer): boolean {
  return /^[\s\u{FEFF}]*[[{"]/u.test(body.subarray(0, 100).toString());
}

/** A byte order mark, which some exporters leave out of the text and count in the size. */
const MARK = 3;

/** Whether the file has less of a body than was received. */
function isCutShort(
  { size, text }: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): boolean {
  const announced = typeof size === 'number' && size > 0 ? size : Number(headers['content-length'] ?? 0);
  if (text === undefined || text === '') return announced > 0 || size === -1;
  if (typeof size !== 'number' || size <= body.length + MARK) return false;
  return parseJson(body.toString().replace(/^\u{FEFF}/u, '')) === undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
