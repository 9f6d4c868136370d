/** Looks at what HTTP shows: paths and methods, headers, and statuses that do not depend on the operation. */

import { BODY_LIMITS } from '../../../common/platform/receive-bytes.js';
import { decodeIfValid } from '../../../common/percent-encoding.js';
import { acceptsMediaType, charsetOf, weightsOf } from '../../../contract/headers.js';
import { WORDS } from '../words.js';
import type { InstitutionFacts } from './facts.js';
import { byWord, type Finding, firstOf, fitting, Look, noFit, onlyIf, STATED, stated, statedIf } from './look.js';
import { isFromGateway, isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** Matches headers that every server and gateway sends, or that belong to a point. */
const USUAL_HEADERS = namesPattern(WORDS.usualHeaders);
/** Matches other headers whose names a report may show. Any other name may be private. */
const KNOWN_HEADERS = namesPattern(WORDS.knownHeaders);

/** Matches one of these names. */
function namesPattern(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|')})$`);
}

/** Matches a path of an institution that is named by its ID, and not by `me`. */
const OTHER_INSTITUTION = /\/institutions\/(?!me(?:\/|$))[^/]+\//i;

/** Looks at what does not depend on the operation. These looks need no body of the response. */
export class ProtocolLook extends Look {
  /** The size of the smallest response that was compressed. */
  #smallest = Infinity;

  *see(exchange: SeenExchange): Generator<Finding> {
    const { status, method, operation, lacksHeaders = false } = exchange;
    if (!lacksHeaders) yield* this.#compressionLook(exchange);
    if (isFromGateway(exchange)) return;

    yield* placeLooks(exchange, this.facts);
    if (!lacksHeaders) yield* headerLooks(exchange);
    yield* requestBodyLooks(exchange);
    yield* unknownHeaders(exchange);
    // A 304 is no redirect: it answers a conditional request.
    if (status >= 300 && status < 400 && status !== 304) yield noFit('service:redirects', String(status));
    if (status === 429) yield* throttled(exchange);
    if (method === 'HEAD' && operation?.method === 'get' && exchange.isExact) yield* headLook(exchange);
  }

  /** Whether the service compresses responses. Servers leave small ones uncompressed. */
  *#compressionLook(exchange: SeenExchange): Generator<Finding> {
    const { request, response, operation, isExact } = exchange;
    const weights = weightsOf(request.headers['accept-encoding'] ?? '');
    // `*` stands for every coding that is not named (RFC 9110 section 12.5.3).
    const isAccepted = (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
    if (operation === undefined || !isExact || !isAccepted || response.text === '') return;

    const coding = response.headers['content-encoding'] ?? 'identity';
    const size = response.text.length;
    if (coding === 'identity') {
      // If a smaller response was compressed, this one would have been.
      const isLarge = (): boolean => this.#smallest === Infinity || size >= this.#smallest;
      yield onlyIf(stated('service:compression', 'nothing'), isLarge);
      return;
    }

    this.#smallest = Math.min(this.#smallest, size);
    yield byWord('service:compression', coding);
  }
}

/** Whether the service answers HEAD. */
function* headLook({ status, parameters }: SeenExchange): Generator<Finding> {
  // A GET of this path may return 404, too, unless the path has no parameter.
  const hasParameter = Object.keys(parameters).length > 0;
  const isRefused = [405, 501].includes(status) || (status === 404 && !hasParameter);
  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf('service:head', [
    [isRefused, String(status)],
    [status < 400, String(status), STATED],
  ]);
}

/**
 * Looks at requests whose path or method the contract does not have. They answer two questions: does the service check
 * the token before the path, and with which status does it refuse the path or the method?
 */
function* placeLooks(exchange: SeenExchange, facts: InstitutionFacts): Generator<Finding> {
  const { isExact, hasPath, method, path, operation, status, request, response, lacksHeaders = false } = exchange;
  const isInContract = isExact && operation !== undefined;
  if (method === 'HEAD' || isInContract) return;

  const isPathRefused = [404, 405, 501].includes(status);
  // A 403 may refuse the token. If the service accepts the token, the 403 refuses the path.
  const isTokenRefused = status === 401 || (status === 403 && !facts.isAccepted(exchange));
  // Without a token, the first check of the service decides the status.
  const isAnonymous = request.headers['authorization'] === undefined;
  if (isAnonymous && !exchange.isOfToken && (isTokenRefused || isPathRefused)) {
    const alternative = isTokenRefused ? 'token-first' : STATED;
    const seen = fitting('service:order-of-checks', [alternative], String(status), 'no token');
    yield onlyIf(seen, () => facts.authorization.isKept(exchange.place.file));
  }

  if (isTokenRefused) return;

  // A preflight is refused like any other method that the path does not have.
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (method === 'OPTIONS' && (isPreflight || isSuccess(exchange)) && status !== 404) {
    yield byWord('service:options', status);
    return;
  }

  if (decodeIfValid(path) === undefined) {
    yield statedIf(status === 400, 'service:encoded-path', String(status));
    return;
  }

  const lacksAllow = response.headers['allow'] === undefined && !lacksHeaders;
  if (hasPath && status === 405 && lacksAllow) yield noFit('service:wrong-method', '405 without Allow');
  else if (hasPath) yield byWord('service:wrong-method', status);
  else if (operation === undefined)
    yield byWord(OTHER_INSTITUTION.test(path) ? 'service:me' : 'service:unknown-path', status);
  else {
    // The path differs from a known one in slashes or in case.
    const hasOtherSlashes = /\/\/|\/$/.test(path);
    const variant = hasOtherSlashes ? 'tolerated' : 'ignored';
    // A redirect shows neither that the path is known nor that it is refused. Another look reports it.
    yield* firstOf(hasOtherSlashes ? 'service:trailing-slash' : 'service:path-case', [
      [status === 404, '404', STATED],
      [status < 300 || status >= 400, String(status), variant],
      [true, String(status)],
    ]);
  }
}

/** Whether `Cache-Control` forbids to store the response, whatever other directives say. */
export function isNoStore(value = ''): boolean {
  return value.split(',').some((directive) => /^\s*no-store\s*$/i.test(directive));
}

/** Looks at headers of responses: request ID, caching, charset, content negotiation, conditional requests. */
function* headerLooks(exchange: SeenExchange): Generator<Finding> {
  const { operation, status, request, response, isExact } = exchange;
  const { headers } = response;
  yield* firstOf('service:request-id', [
    [headers['x-request-id'] === undefined, 'nothing', STATED],
    [true, 'X-Request-Id', 'x-request-id'],
  ]);

  const isCheck = operation?.id === 'checkVerificationStatus';
  if (isCheck && isExact) {
    const { 'cache-control': caching = 'nothing', 'access-control-allow-origin': origin = 'nothing' } = headers;
    yield byWord('checkVerificationStatus:caching', isNoStore(caching) ? 'no-store' : caching);
    if (request.headers['origin'] !== undefined) yield byWord('checkVerificationStatus:cors', origin);
  }

  // The points below belong to operations.
  if (operation === undefined || !isExact) return;

  if (status === 200 && operation.access !== 'client') {
    const caching = ['etag', 'last-modified', 'expires', ...(isCheck ? [] : ['cache-control'])];
    const sent = caching.filter((name) => headers[name] !== undefined);
    yield statedIf(sent.length === 0, 'service:caching', sent.join(', ') || 'nothing');
  }

  if (status === 200 && response.mediaType === 'application/json') {
    const charset = charsetOf(headers['content-type']) ?? 'no charset';
    const word = response.text.startsWith('\u{FEFF}') ? 'a byte order mark' : charset;
    yield { ...byWord('service:response-charset', word), circumstance: operation.id };
  }

  // Whether the service heeds the wish for another media type.
  const { accept, range, 'if-none-match': condition } = request.headers;
  const isOtherType = accept !== undefined && !acceptsMediaType(accept, 'application/json');
  if (status === 406) yield noFit('service:accept', '406');
  else if (isOtherType && isSuccess(exchange)) yield stated('service:accept', String(status));

  // The contract ignores conditional and range requests, so each gets the whole response.
  const conditional = statedIf(status === 200, 'service:conditional', String(status));
  if (condition !== undefined && (status === 304 || status === 200)) yield conditional;
  if (range !== undefined && (status === 206 || status === 200)) yield conditional;
}

/** Looks at bodies of requests that are too large, missing, compressed, or of another media type. */
function* requestBodyLooks(exchange: SeenExchange): Generator<Finding> {
  const { operation, isExact, request, status, isWithoutBody = false } = exchange;
  if (operation?.body === undefined || !isExact || isWithoutBody) return;
  // The service refused the token before it read the body.
  if (status === 401 || status === 403) return;

  const isToken = operation.access === 'client';
  const size = Buffer.byteLength(request.text);
  if (size > BODY_LIMITS.request || status === 413) {
    const point = isToken ? 'TokenRequestTooLarge' : 'PayloadTooLarge';
    yield statedIf(status === 413 && size > BODY_LIMITS.request, point, String(status));
    return;
  }

  const isOther = request.mediaType !== operation.body.mediaType && size > 0;
  if (!isToken && isOther) yield byWord('UnsupportedMediaType', status);
  else if (!isToken && status === 415) yield noFit('UnsupportedMediaType', '415');
  if (!isToken && size === 0) yield statedIf(status === 400, 'service:no-body', String(status));

  // Whether the service understands compressed requests is open in the contract.
  const isCoded = /^(?:gzip|deflate|br)$/.test(request.headers['content-encoding'] ?? '');
  if (isCoded && (isSuccess(exchange) || status === 415))
    yield statedIf(isSuccess(exchange), 'service:request-coding', String(status));
}

/** Matches the three forms of a date in HTTP (RFC 9110 section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [-A-Za-z\d ]+ \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/** Looks at a refusal because of too many requests: the form of `Retry-After`. */
function* throttled(exchange: SeenExchange): Generator<Finding> {
  yield { kind: 'client', what: 'too many requests, refused with 429' };
  if (exchange.lacksHeaders === true) return;

  const { 'retry-after': wait } = exchange.response.headers;
  yield* firstOf('RetryAfter', [
    [wait === undefined, 'absent', 'absent'],
    [/^\d+$/.test(wait ?? ''), 'seconds', 'seconds'],
    [HTTP_DATE.test(wait ?? ''), 'date', 'date'],
    [true, 'other'],
  ]);
}

/** Looks at headers that neither the contract nor a list of usual headers has. */
function* unknownHeaders(exchange: SeenExchange): Generator<Finding> {
  const { operation, status, response } = exchange;
  const responseHeaders = operation?.responses.get(status)?.headers ?? [];
  const declared = responseHeaders.map(({ name }) => name.toLowerCase());
  const names = Object.keys(response.headers).filter((name) => !USUAL_HEADERS.test(name) && !declared.includes(name));

  for (const name of names) {
    if (isSeenElsewhere(name, exchange)) continue;

    const what = KNOWN_HEADERS.test(name) ? `header ${name}` : 'a header that the contract does not have';
    yield { kind: 'surprise', what };
  }
}

/** Whether another look reports the header already, or another header implies it. */
function isSeenElsewhere(name: string, { operation, method, isOfToken, status, response }: SeenExchange): boolean {
  const isCheck = operation?.id === 'checkVerificationStatus';
  if (name.startsWith('access-control-')) return isCheck || method === 'OPTIONS';
  if (name === 'location') return status >= 300 && status < 400;
  if (name === 'cache-control' && (isCheck || isOfToken)) return true;

  // The look at the caching of operations reports these.
  if (name !== 'vary') return status === 200 && /^(?:etag|last-modified|expires|cache-control)$/.test(name);

  // Compression and CORS imply these two values of `Vary`.
  const varies = response.headers[name]!.toLowerCase();
  const isOfCors = varies === 'origin' && 'access-control-allow-origin' in response.headers;
  return isOfCors || varies === 'accept-encoding';
}
