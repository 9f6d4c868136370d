/**
 * Converts a recorded exchange with a service to the form that the judge reads. Facts that the recording lacks stay
 * absent.
 */

import { withoutUndefined } from '../common/json.js';
import { readAuthorization } from '../contract/authorization.js';
import { splitUrl } from '../contract/query-string.js';
import { parseRetryAfter } from '../contract/retry-after.js';
import type { Exchange, HeaderField, MessageBody, TokenReference } from '../emulator/journal/exchange.js';
import { MARKERS } from '../emulator/redaction/markers.js';
import { issuedToken } from './issued-token.js';
import { isSuccess, type SeenExchange, type SeenMessage } from './seen-exchange.js';
import { methodOf } from './shown-requests.js';

/** How a header shows any access token. A token that the recording has removed has no digest either. */
export const HIDDEN_TOKEN = `Bearer ${MARKERS.otherSecret}`;

/** A second in milliseconds. A date in a header has no smaller unit. */
export const SECOND = 1_000;

/**
 * Stands for the status of an exchange whose client received no response: the judge's form needs a status, and 100 is
 * no final status.
 */
const NO_STATUS = 100;

/** The expiry of a token whose lifetime is unknown. Because it is in the past, no rule takes the token for valid. */
const NEVER_VALID = new Date(0).toISOString();

/**
 * What the exchange alone tells the judge. Its number is its position in the order of time.
 * @param received when the request was sent, in milliseconds since 1970
 * @param slack how much later than recorded the response may have come, in milliseconds
 */
export function judgedExchange(seen: SeenExchange, received: number, slack: number): Exchange {
  const { position, method, status, operation, sent, ended, leftOut, url } = seen;
  // A service that answers another spelling of the path with success has this path, too.
  const isKnown = operation !== undefined && (seen.isExact || status < 400);
  // Without a status, the client left before the response began.
  const ending = status < 100 ? 'client-left' : 'client-left-midway';

  return {
    id: position,
    at: new Date(received).toISOString(),
    received,
    method: methodOf(method),
    path: seen.path,
    query: splitUrl(url.split('#')[0]!)[1] ?? '',
    // HAR writes 0 if no response came.
    status: Math.max(NO_STATUS, status),
    ...withoutUndefined({
      duration: sent === undefined || ended === undefined ? undefined : ended - sent + slack,
      operation: isKnown ? operation.id : undefined,
      issuedToken: tokenOf(seen, received),
    }),
    request: { headers: requestHeaders(seen), ...bodyOf(seen.request, false) },
    response: {
      headers: responseHeaders(seen, received),
      ...bodyOf(seen.response, leftOut === 'cut'),
      ...(leftOut === 'aborted' && { ending }),
    },
    scenarios: [],
    diagnostics: [],
  };
}

/**
 * The access token that a response issues, if the recording has it.
 * @param at when it was requested, in milliseconds since 1970; NaN if the recording does not say
 */
export function tokenOf(seen: SeenExchange, at = Number.NaN): TokenReference | undefined {
  if (seen.operation?.access !== 'client' || !isSuccess(seen)) return undefined;

  const { digest: id, lifetime } = issuedToken(seen.response.body);
  if (id === undefined) return undefined;

  // An unknown lifetime counts as 0, so that the token is never taken for valid.
  const expiry = new Date(at + (Number.isNaN(lifetime) ? 0 : lifetime));
  return { id, expiresAt: Number.isNaN(expiry.getTime()) ? NEVER_VALID : expiry.toISOString() };
}

/** Media types that a report may name. */
const MEDIA_TYPES =
  /^(?:application|text|multipart)\/(?:json|xml|plain|html|octet-stream|form-data|x-www-form-urlencoded)$/;

/**
 * The headers, without what a report may not show. A report shows media types that are listed here, and the scheme of
 * credentials that are not `Bearer`.
 */
function requestHeaders({ request: { headers, mediaType } }: SeenExchange): HeaderField[] {
  return Object.entries(headers).map(([name, value]): HeaderField => {
    if (name === 'content-type') return [name, MEDIA_TYPES.test(mediaType) ? value : 'another media type'];
    if (name !== 'authorization') return [name, value];

    const { token, kind, scheme } = readAuthorization(value);
    if (token !== undefined) return [name, HIDDEN_TOKEN];

    // A text that is no known scheme may itself be a secret.
    const isKnown = kind !== 'other' || /^(?:digest|dpop|token|jwt|oauth)$/i.test(scheme);
    return [name, isKnown ? value : MARKERS.otherSecret];
  });
}

/**
 * The headers. A date in `Retry-After` is converted to the recorder's clock, because the header `Date` shows the clock
 * of the service.
 */
function responseHeaders({ response: { headers }, date }: SeenExchange, received: number): HeaderField[] {
  const { 'retry-after': wait, ...others } = headers;
  // Seconds need no conversion: they do not depend on a clock.
  if (wait === undefined || /^[\d.]*$/.test(wait.trim())) return Object.entries(headers);

  const milliseconds = parseRetryAfter(wait, date);
  // Without `Date`, the length of the wait is unknown.
  if (milliseconds === undefined) return Object.entries(others);

  // The service may have sent the response up to a second after its date.
  const end = new Date(received + Math.max(0, milliseconds - SECOND));
  return [...Object.entries(others), ['retry-after', end.toUTCString()]];
}

/** The body, or its known size if the recording has only a part. */
function bodyOf({ text }: SeenMessage, isCut: boolean): { readonly body?: MessageBody } {
  if (isCut) return { body: { omitted: true, bytes: Buffer.byteLength(text) } };
  return text === '' ? {} : { body: { text } };
}
