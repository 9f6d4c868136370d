/** Reads an entry of a HAR 1.2 file (http://www.softwareishard.com/blog/har-12-spec/). */

import { inflateRawSync } from 'node:zlib';
import { decodeContent, isGzip } from '../common/content-coding.js';
import { isObject, type Json, membersOf, parseJson, withoutUndefined } from '../common/json.js';
import { BODY_LIMITS } from '../common/platform/receive-bytes.js';
import { exchangeOfEmulator, ownOfEntry } from './own-exchange.js';
import { headersOf, LEFT_OUT, type LeftOut, type RecordedExchange } from './recorded-exchange.js';

/** The exchange of an entry, or the reason why the entry cannot be used. */
export function exchangeOfEntry(entry: unknown): RecordedExchange | LeftOut {
  const { request, response, ...rest } = membersOf(entry);
  const { httpVersion } = membersOf(request);
  const { method, url, headers, postData, bodySize } = membersOf(request);
  const { status, headers: received, content, ...others } = membersOf(response);
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return 'unreadable';
  if (typeof status !== 'number' && isObject(response)) return 'unreadable';
  // Only an emulator writes this time.
  if (typeof rest['_received'] === 'number') return exchangeOfEmulator(ownOfEntry(membersOf(entry)), url);

  const isUnanswered = typeof status !== 'number' || status < 100;
  const isAborted = isUnanswered || isSet(others['_error']) || isSet(rest['_ending']) || isSet(rest['_error']);
  const isFromCache = isSet(rest['_fromCache']) || isSet(others['_fetchedViaServiceWorker']);
  const requestHeaders = headersOf(headers);
  const responseHeaders = headersOf(received);
  // A 304 of the service itself has an entity tag: it answers a conditional request.
  const isRevalidated = requestHeaders['if-none-match'] !== undefined && responseHeaders['etag'] !== undefined;
  const isCached = isFromCache || (status === 304 && !isRevalidated);

  const { text, params, _encoding, comment: flaw } = membersOf(postData);
  const kept = membersOf(content);
  const responseBody = decoded(bytesOf(kept['text'], kept['encoding']), responseHeaders['content-encoding']);
  const mayHaveBody = method !== 'HEAD';
  const isWithout = mayHaveBody && isLeftOut(kept, responseHeaders);
  const isShort = mayHaveBody && isCutShort(kept, responseBody);
  const requestBody = text === undefined ? formOf(params) : bytesOf(text, _encoding);
  const isAnnounced = Number(bodySize) > 0 || Number(requestHeaders['content-length']) > 0;
  const isUnkept = isAnnounced && requestBody.length === 0;
  const isCut = isUnkept || isShort || isWithout || kept['comment'] === 'too large to be kept' || isSet(flaw);
  const reasons: Partial<Record<LeftOut, boolean>> = { aborted: isAborted, cached: isCached, cut: isCut };
  const leftOut = LEFT_OUT.find((reason) => reasons[reason] === true);

  return {
    method: method.toUpperCase(),
    url,
    status: Number(status),
    requestHeaders,
    responseHeaders,
    requestBody,
    responseBody,
    // The project's own files number each exchange.
    isExported: rest['_exchange'] === undefined,
    ...(leftOut !== undefined && { leftOut }),
    ...(isWithout && { isWithoutBody: true }),
    ...timesOf(rest),
    ...withoutUndefined({ connection: textIn(rest['connection']), httpVersion: textIn(httpVersion) }),
  };
}

/** When the request was sent, after the waits before it, and when the response had come (HAR 1.2, "timings"). */
function timesOf({ startedDateTime, timings, time }: Json): Pick<RecordedExchange, 'isWholeSecond' | 'sent' | 'ended'> {
  const started = Date.parse(String(startedDateTime));
  if (Number.isNaN(started)) return {};

  const { blocked, dns, connect, send, wait, receive } = membersOf(timings);
  const sent = started + sumOf([blocked, dns, connect, send]);
  const ended = wait === undefined ? started + sumOf([time]) : sent + sumOf([wait, receive]);

  return { isWholeSecond: started % 1_000 === 0, sent, ended: Math.max(sent, ended) };
}

/** The sum of the times that apply. Times that do not apply are -1, or absent. */
function sumOf(times: readonly unknown[]): number {
  return times.reduce<number>((sum, time) => (typeof time === 'number' && time > 0 ? sum + time : sum), 0);
}

/** The text; undefined if there is none. Some tools write a number in its place. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

function bytesOf(text: unknown, encoding: unknown): Buffer {
  return Buffer.from(textOf(text), encoding === 'base64' ? 'base64' : 'utf8');
}

/** The body of a form that the browser recorded as separate fields. */
function formOf(params: unknown): Buffer {
  const fields = Array.isArray(params) ? params.map(membersOf) : [];
  const pairs = fields.map(({ name, value }): [string, string] => [textOf(name), textOf(value)]);
  return Buffer.from(String(new URLSearchParams(pairs)));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The decoded body. Most exporters write bodies decoded, but some write them as received. */
function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === undefined || body.length === 0 || isJson(body)) return body;
  if (coding.includes('gzip') && !isGzip(body)) return body;

  try {
    const content = decodeContent(body, coding, BODY_LIMITS.recorded);
    // Some servers send deflate without the header of zlib.
    if (content === undefined && coding.trim() === 'deflate')
      return inflateRawSync(body, { maxOutputLength: BODY_LIMITS.recorded });

    return content ?? body;
  } catch {
    return body;
  }
}

function isJson(body: Buffer): boolean {
  return /^[\s\u{FEFF}]*[[{"]/u.test(body.subarray(0, 100).toString());
}

/** The bytes of a byte order mark, which some exporters omit from the text but count in the size. */
const MARK = 3;

/** Whether the file has nothing of a body that was received. */
function isLeftOut({ size, text }: Json, headers: Readonly<Record<string, string>>): boolean {
  const announced = typeof size === 'number' && size > 0 ? size : Number(headers['content-length'] ?? 0);
  return (text === undefined || text === '') && (announced > 0 || size === -1);
}

/** Whether the file has only a part of the received body. */
function isCutShort({ size, text }: Json, body: Buffer): boolean {
  if (!isSet(text) || typeof size !== 'number' || size <= body.length + MARK) return false;

  return parseJson(body.toString().replace(/^\u{FEFF}/u, '')) === undefined;
}
