/** What a client had to cope with in an exchange, as the member `situations` of the classes of faults names it. */

import { isObject, membersOf } from '../../common/json.js';
import { mediaTypeOf } from '../../contract/headers.js';
import { headerOf, jsonOf, type Exchange } from '../../emulator/journal/exchange.js';
import { hasStatus } from '../../emulator/journal/exchange-line.js';
import { outcomeOf } from '../../emulator/journal/outcome.js';
import { retryAfterOf } from '../../emulator/judge/exchanges.js';

/** A call without a response that took longer got none in time, in milliseconds. */
const SILENT = 5_000;
/** A response that took longer was slow, in milliseconds. */
const SLOW = 1_000;
/** Few clients wait longer because of `Retry-After`, in milliseconds. */
const LONG_WAIT = 60_000;
/** An access token that lives shorter may expire within a run, in seconds. */
const SHORT_LIFE = 60;

/**
 * The situation of an exchange, in words; undefined if there was nothing to cope with.
 * @param next the next exchange of the client with the same operation, sent after the response
 */
export function situationOf(exchange: Exchange, next?: Exchange): string | undefined {
  const { operation, status, duration = 0 } = exchange;
  if (operation === undefined) return 'unknown operation';
  if (outcomeOf(exchange) === 'unknown') return lost(exchange);
  if (status >= 400) return refused(exchange, next);

  const slow = duration >= SLOW ? 'slow response' : undefined;
  return spoiled(exchange) ?? (status < 300 ? (slow ?? listed(exchange, next)) : undefined);
}

function lost(exchange: Exchange): string {
  if (hasStatus(exchange)) return 'broken body';

  const isSilent = exchange.response.ending === 'never' || (exchange.duration ?? 0) >= SILENT;
  return isSilent ? 'no response in time' : 'no response';
}

function refused(exchange: Exchange, next: Exchange | undefined): string {
  const { operation, status } = exchange;
  if (status === 429) return `429 ${throttling(exchange)}`;
  if (status === 503) return '503';
  if (status >= 500 && (next?.status ?? 0) >= 500) return 'error again and again';
  if (status >= 500) return `error ${[502, 504].find((named) => named === status) ?? 500}`;
  if (status === 401 && operation !== 'issueToken') return unauthorized(exchange, next);
  if (status === 403) return 'forbidden';
  if (status === 404) return operation === 'checkVerificationStatus' ? 'unknown link' : 'not found';

  return 'refused request';
}

/** An exporter that removes tokens leaves the client: then the call had a token. */
function unauthorized({ accessToken, clientId, request }: Exchange, next: Exchange | undefined): string {
  const isWithout = clientId === undefined && headerOf(request.headers, 'Authorization') === undefined;
  if (isWithout) return 'call without an access token';

  const other = next?.status === 401 ? next.accessToken : undefined;
  const isOther = other !== undefined && other.id !== accessToken?.id;
  return isOther ? 'refused access token, again' : 'refused access token';
}

function throttling(exchange: Exchange): string {
  const value = headerOf(exchange.response.headers, 'Retry-After');
  const wait = retryAfterOf(exchange);
  if (value === undefined) return 'without Retry-After';
  if (wait === undefined) return 'with another Retry-After';
  if (wait > LONG_WAIT) return 'with a long Retry-After';

  return /^\d+$/.test(value.trim()) ? 'with seconds' : 'with a date';
}

/** What makes a body useless; undefined if nothing does, or if the recording does not have the body. */
function spoiled({ method, status, response: { headers, body } }: Exchange): string | undefined {
  if (method === 'HEAD' || [204, 304].includes(status)) return undefined;
  if (body === undefined || ('text' in body && body.text === '')) return 'empty body';
  if (!('text' in body) || jsonOf(body) !== undefined) return undefined;

  const isPage = mediaTypeOf(headerOf(headers, 'Content-Type')).includes('html') || body.text.startsWith('<');
  return isPage ? 'page of HTML' : 'malformed JSON';
}

/** What a client has to see in a list, in a batch or in an access token. */
function listed({ response }: Exchange, next: Exchange | undefined): string | undefined {
  const { items, results, pagination, expires_in: lifetime } = membersOf(jsonOf(response.body));
  if (typeof lifetime === 'number' && lifetime < SHORT_LIFE) return 'short-lived access token';
  if (Array.isArray(results))
    return results.every((one) => isObject(membersOf(one)['result'])) ? undefined : 'failed items';
  if (!Array.isArray(items)) return undefined;

  const { total, offset, limit } = membersOf(pagination) as Readonly<Record<string, number>>;
  const end = (offset ?? 0) + items.length;
  const later = membersOf(membersOf(jsonOf(next?.response.body))['pagination']) as Readonly<Record<string, number>>;
  const growth = (later['offset'] ?? 0) > (offset ?? 0) ? later['total']! - total! : 0;
  if (growth !== 0) return growth > 0 ? 'list that grew' : 'list that shrank';
  if (new Set(items.map((item) => JSON.stringify(item))).size < items.length) return 'repeated items';
  if (items.length === 0) return 'empty page';
  if (items.length < limit! && end < total!) return 'short page';
  if (end >= total!) return offset! > 0 ? 'last page' : undefined;

  return offset === 0 ? 'first page of several' : undefined;
}
