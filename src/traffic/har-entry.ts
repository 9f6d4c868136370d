/** Reads an entry of a HAR 1.2 file (http://www.softwareishard.com/blog/har-12-spec/). */

import { inflateRawSync } from 'node:zlib';
import { decodeContent, isGzip } from '../common/content-coding.js';
import { isObject, type Json, membersOf, parseJson, withoutUndefined } from '../common/json.js';
import { BODY_LIMITS } from '../common/platform/receive-bytes.js';
import { exchangeOfEmulator, ownOfEntry } from './own-exchange.js';
import { headersOf, LEFT_OUT, type LeftOut, type ReadEntry, type RecordedExchange } from './recorded-exchange.js';

/** The exchange of an entry, or the reason why the entry cannot be used. */
export function exchangeOfEntry(entry: unknown): ReadEntry {
  const members = membersOf(entry);
  const response = membersOf(members['response']);
  const { method, url, headers, postData, bodySize, httpVersion } = membersOf(members['request']);
  const { status } = response;
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return 'unreadable';
  // An entry without any response is that of a request that got none. A response without a status is damaged.
  if (typeof status !== 'number' && isObject(members['response'])) return 'unreadable';
  // Only an emulator writes `_received`: its entries hold more than HAR does.
  if (typeof members['_received'] === 'number') return exchangeOfEmulator(ownOfEntry(members), url);

  // What the file has of the request, and whether that is all.
  const requestHeaders = headersOf(headers);
  const { text, params, _encoding, comment: requestFlaw } = membersOf(postData);
  const requestBody = text === undefined ? formOf(params) : bytesOf(text, _encoding);
  // A request body was announced, but the file does not have it.
  const isAnnounced = Number(bodySize) > 0 || Number(requestHeaders['content-length']) > 0;
  // The project's own recorder writes a comment in the place of a body that it did not keep.
  const isRequestCut = isSet(requestFlaw) || (isAnnounced && requestBody.length === 0);

  // What the file has of the response, and whether that is all.
  const received = responseHeadersOf(response);
  const { responseHeaders } = received;
  const content = membersOf(response['content']);
  const responseBody = decoded(bytesOf(content['text'], content['encoding']), responseHeaders['content-encoding']);
  // A response to HEAD announces the size of a body that it does not have.
  const mayHaveBody = method !== 'HEAD';
  const isResponseMissing = mayHaveBody && isBodyMissing(content, responseHeaders);
  const isResponseShort = mayHaveBody && isBodyShort(content, responseBody);
  const isResponseOmitted = content['comment'] === 'too large to be kept';

  // Whether a server sent the response. Chrome writes both members.
  const isFromCache = isSet(members['_fromCache']) || isSet(response['_fetchedViaServiceWorker']);
  // A browser also writes 304 for a response from its cache. A 304 to a request of the client's code answers its
  // `If-None-Match` with the entity tag.
  const isRevalidated = requestHeaders['if-none-match'] !== undefined && responseHeaders['etag'] !== undefined;

  const reasons: Partial<Record<LeftOut, boolean>> = {
    aborted: isAborted(members, response),
    cached: isFromCache || (status === 304 && !isRevalidated),
    cut: isRequestCut || isResponseMissing || isResponseShort || isResponseOmitted,
  };
  // An exchange may have several reasons. The first of LEFT_OUT wins.
  const leftOut = LEFT_OUT.find((reason) => reasons[reason] === true);

  return {
    method: method.toUpperCase(),
    url,
    status: Number(status),
    requestHeaders,
    ...received,
    requestBody,
    responseBody,
    // The project's own files number each exchange.
    isExported: members['_exchange'] === undefined,
    ...(isResponseMissing && { isWithoutBody: true }),
    ...timesOf(members),
    ...withoutUndefined({ leftOut, connection: textIn(members['connection']), httpVersion: textIn(httpVersion) }),
  };
}

/** Whether the client received no response, or no whole one. */
function isAborted({ _error: entryError, _ending: ending }: Json, { status, _error: responseError }: Json): boolean {
  // Browsers write the status 0 if they received no response.
  const isUnanswered = typeof status !== 'number' || status < 100;
  return isUnanswered || [responseError, entryError, ending].some(isSet);
}

/** The headers of a response, and whether an exporter has removed some. */
function responseHeadersOf({ headers, content }: Json): Pick<RecordedExchange, 'responseHeaders' | 'lacksHeaders'> {
  const kept = headersOf(headers);
  const mediaType = textOf(membersOf(content)['mimeType']);
  // The type of the body was in a header, which an exporter has removed.
  const isTypeMissing = kept['content-type'] === undefined && mediaType.includes('json');
  const responseHeaders = isTypeMissing ? { ...kept, 'content-type': mediaType } : kept;
  const lacksHeaders = isTypeMissing || Object.keys(kept).length === 0;

  return { responseHeaders, ...(lacksHeaders && { lacksHeaders }) };
}

/** When the request was sent, after the waits before it, and when the response had come (HAR 1.2, "timings"). */
function timesOf({ startedDateTime, timings, time }: Json): Pick<RecordedExchange, 'isWholeSecond' | 'sent' | 'ended'> {
  const started = Date.parse(String(startedDateTime));
  if (Number.isNaN(started)) return {};

  const { blocked, dns, connect, send, wait, receive } = membersOf(timings);
  const sent = started + sumOf([blocked, dns, connect, send]);
  // Without single timings, only the total time is known.
  const ended = wait === undefined ? started + sumOf([time]) : sent + sumOf([wait, receive]);

  // Rounded times may place the end before the start.
  return { isWholeSecond: started % 1_000 === 0, sent, ended: Math.max(sent, ended) };
}

/** The sum of the times that apply. Times that do not apply are -1, or absent. */
function sumOf(times: readonly unknown[]): number {
  const applying = times.filter((time): time is number => typeof time === 'number' && time > 0);
  return applying.reduce((sum, time) => sum + time, 0);
}

/** The text; undefined if there is none. Some tools write a number instead of a text, such as `443`. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a member is there and says something: tools write null, false or an empty text for "no". */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** The bytes of a body that a HAR file has as text. */
function bytesOf(text: unknown, encoding: unknown): Buffer {
  return Buffer.from(textOf(text), encoding === 'base64' ? 'base64' : 'utf8');
}

/** The body of a form that the browser recorded as separate fields. */
function formOf(params: unknown): Buffer {
  const fields = Array.isArray(params) ? params.map(membersOf) : [];
  const pairs = fields.map(({ name, value }): [string, string] => [textOf(name), textOf(value)]);
  return Buffer.from(String(new URLSearchParams(pairs)));
}

/** The text; empty if there is none. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The decoded body. Most exporters write the body decoded although its headers still name a coding; some write the body
 * as received.
 */
function decoded(body: Buffer, coding: string | undefined): Buffer {
  // Compressed bytes do not begin like JSON, so such a body is decoded already.
  if (coding === undefined || body.length === 0 || isJson(body)) return body;
  // The header names gzip, but the bytes are not compressed: the exporter has decoded them.
  if (coding.includes('gzip') && !isGzip(body)) return body;

  try {
    const content = decodeContent(body, coding, BODY_LIMITS.recorded);
    // Some servers send deflate without the header of zlib.
    if (content === undefined && coding.trim() === 'deflate')
      return inflateRawSync(body, { maxOutputLength: BODY_LIMITS.recorded });

    return content ?? body;
  } catch {
    // A body that cannot be decoded stays as it is.
    return body;
  }
}

/** Whether the body begins like JSON. A beginning of 100 bytes is enough, since only blanks may come first. */
function isJson(body: Buffer): boolean {
  return /^[\s\u{FEFF}]*[[{"]/u.test(body.subarray(0, 100).toString());
}

/** The size of a byte order mark in UTF-8. Some exporters omit the mark from the text, but count it in the size. */
const MARK = 3;

/**
 * Whether a body was received, but the file has nothing of it. A size of -1 means that the exporter does not know the
 * size.
 */
function isBodyMissing({ size, text }: Json, headers: Readonly<Record<string, string>>): boolean {
  const announced = typeof size === 'number' && size > 0 ? size : Number(headers['content-length'] ?? 0);
  return (text === undefined || text === '') && (announced > 0 || size === -1);
}

/** Whether the file has only a part of the received body. */
function isBodyShort({ size, text }: Json, body: Buffer): boolean {
  if (!isSet(text) || typeof size !== 'number' || size <= body.length + MARK) return false;

  // Some exporters count the size wrongly: JSON that can be parsed is whole, whatever the size says.
  return parseJson(body.toString().replace(/^\u{FEFF}/u, '')) === undefined;
}
