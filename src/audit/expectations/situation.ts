/**
 * A situation: what a client had to cope with in an exchange, such as `429 with a date`. The member `situations` of the
 * classes of faults lists the situations that a class makes.
 */

import { isObject, membersOf } from '../../common/json.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { headerOf, jsonOf, type Exchange } from '../../emulator/journal/exchange.js';
import { hasStatus } from '../../emulator/journal/exchange-line.js';
import { outcomeOf } from '../../emulator/journal/outcome.js';
import { retryAfterOf } from '../../emulator/judge/exchanges.js';

/** Milliseconds after which a call without a response counts as `no response in time`. */
const SILENT = 5_000;
/** Milliseconds after which a response counts as slow. */
const SLOW = 1_000;
/** The longest wait that many clients accept from `Retry-After`, in milliseconds. */
const LONG_WAIT = 60_000;
/** Seconds. An access token with a shorter life may expire within a run. */
const SHORT_LIFE = 60;

/**
 * The situation of an exchange, in words; undefined if there was nothing to cope with.
 * @param next the next exchange of the client with the same operation, sent after the response
 */
export function situationOf(exchange: Exchange, next?: Exchange): string | undefined {
  const { operation, status, duration = 0 } = exchange;
  if (operation === undefined) return 'unknown operation';
  if (outcomeOf(exchange) === 'unknown') return withoutResponse(exchange);
  if (status >= 400) return afterError(exchange, next);

  const spoiled = spoiledBody(exchange);
  if (spoiled !== undefined || status >= 300) return spoiled;

  return duration >= SLOW ? 'slow response' : inContent(exchange, next);
}

/** The situation of a client that got no response, or only a part of a response. */
function withoutResponse(exchange: Exchange): string {
  if (hasStatus(exchange)) return 'broken body';

  const isSilent = exchange.response.ending === 'never' || (exchange.duration ?? 0) >= SILENT;
  return isSilent ? 'no response in time' : 'no response';
}

/** The situation after a status from 400 on. */
function afterError(exchange: Exchange, next: Exchange | undefined): string {
  const { operation, status } = exchange;
  if (status === 429) return `429 ${throttling(exchange)}`;
  if (status === 503) return '503';
  // Several errors in a row are one situation, whatever the statuses are.
  if (status >= 500 && (next?.status ?? 0) >= 500) return 'error again and again';
  if (status === 502 || status === 504) return `error ${status}`;
  if (status >= 500) return 'error 500';
  if (status === 401 && operation !== 'issueToken') return unauthorized(exchange, next);
  if (status === 403) return 'forbidden';
  if (status === 404) return operation === 'checkVerificationStatus' ? 'unknown link' : 'not found';

  return 'refused request';
}

/**
 * The situation after 401. A recording may lack the token of a call. If the recording names the client, the call had a
 * token, because the client was read from the token.
 */
function unauthorized({ accessToken, clientId, request }: Exchange, next: Exchange | undefined): string {
  const hasToken = clientId !== undefined || headerOf(request.headers, 'Authorization') !== undefined;
  if (!hasToken) return 'call without an access token';

  const nextToken = next?.status === 401 ? next.accessToken : undefined;
  const isNewToken = nextToken !== undefined && nextToken.id !== accessToken?.id;
  return isNewToken ? 'refused access token, again' : 'refused access token';
}

/** How a response with 429 says when to ask again. */
function throttling(exchange: Exchange): string {
  const value = headerOf(exchange.response.headers, 'Retry-After');
  const wait = retryAfterOf(exchange);
  if (value === undefined) return 'without Retry-After';
  if (wait === undefined) return 'with another Retry-After';
  if (wait > LONG_WAIT) return 'with a long Retry-After';

  return /^\d+$/.test(value.trim()) ? 'with seconds' : 'with a date';
}

/** What makes a body useless; undefined if the body is good, or if the recording has left it out. */
function spoiledBody({ method, status, response: { headers, body } }: Exchange): string | undefined {
  // These responses have no body by definition.
  if (method === 'HEAD' || [204, 304].includes(status)) return undefined;
  if (body === undefined || ('text' in body && body.text === '')) return 'empty body';
  if (!('text' in body) || jsonOf(body) !== undefined) return undefined;

  const isPage = mediaTypeOf(headerOf(headers, 'Content-Type')).includes('html') || body.text.startsWith('<');
  return isPage ? 'page of HTML' : 'malformed JSON';
}

/** What a client has to see in a list, in a batch or in an access token. */
function inContent({ response }: Exchange, next: Exchange | undefined): string | undefined {
  const { items, results, expires_in: lifetime } = membersOf(jsonOf(response.body));
  if (typeof lifetime === 'number' && lifetime < SHORT_LIFE) return 'short-lived access token';

  // An item of a batch that failed has an error in the place of a result.
  const hasSucceeded = (item: unknown): boolean => isObject(membersOf(item)['result']);
  if (Array.isArray(results)) return results.every(hasSucceeded) ? undefined : 'failed items';
  if (!Array.isArray(items)) return undefined;

  // A comparison with NaN is false, so a page without these numbers has no situation that depends on them.
  const { total = Number.NaN, offset = 0, limit = Number.NaN } = paginationOf(response);
  const { total: nextTotal = Number.NaN, offset: nextOffset = 0 } = paginationOf(next?.response);
  const end = offset + items.length;
  // Only a later page of the same walk shows that the list has changed. A smaller offset begins a new walk.
  const isLaterPage = nextOffset > offset;
  const different = new Set(items.map((item) => JSON.stringify(item)));
  if (isLaterPage && nextTotal > total) return 'list that grew';
  if (isLaterPage && nextTotal < total) return 'list that shrank';
  if (different.size < items.length) return 'repeated items';
  if (items.length === 0) return 'empty page';
  if (items.length < limit && end < total) return 'short page';
  // A list on a single page is nothing to cope with.
  if (end >= total) return offset > 0 ? 'last page' : undefined;

  return end < total && offset === 0 ? 'first page of several' : undefined;
}

/** The numbers of a page. They may be absent: the response may be anything. */
function paginationOf(response?: Exchange['response']): Partial<Record<'total' | 'offset' | 'limit', number>> {
  return membersOf(membersOf(jsonOf(response?.body))['pagination']);
}
