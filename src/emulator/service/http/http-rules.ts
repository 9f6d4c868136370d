/**
 * The rules of HTTP for all requests, whatever their path is (RFC 9110, RFC 9112). The diagnostic of each failure
 * contains reason and remedy, so that journal and log can show them.
 */

import type { IncomingMessage } from 'node:http';
import { counted, figure } from '../../../common/reporting/phrases.js';
import { countFields, headerFields } from '../../journal/exchange.js';
import { invalidRequest, ServiceError } from '../service-error.js';

/** The longest request target, in bytes. */
export const LONGEST_TARGET = 16_384;
/** The largest size of all header fields together, in bytes of their names and values. */
export const LARGEST_HEADERS = 16_384;

/** The refusal of a request; undefined if the request follows the rules. */
export function brokenHttpRule(req: IncomingMessage): ServiceError | undefined {
  const { url = '', httpVersion, headers, rawHeaders } = req;
  if (url.length > LONGEST_TARGET) return targetTooLong(url);

  const size = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  if (size > LARGEST_HEADERS) return headersTooLarge(size, rawHeaders);

  // HTTP/1.1 demands exactly one Host header; HTTP/1.0 did not know the header.
  const hosts = countFields(rawHeaders, 'Host');
  if (hosts === 1 && !url.startsWith('/')) return otherHost(url, headers.host);
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;

  const found = hosts === 0 ? 'no Host header' : `${hosts} Host headers`;
  const required = `An HTTP/${httpVersion} request must have one Host header (RFC 9112 section 3.2)`;
  const diagnostic = `the request has ${found}; send one`;

  return invalidRequest(`${required}, but this one has ${found}.`, { diagnostic });
}

/** The error 414 for a target that is too long. @param target undefined if it was not read to its end */
export function targetTooLong(target?: string): ServiceError {
  const found = target === undefined ? 'this one has more' : `this one has ${target.length}`;
  const limit = `A request target may have ${LONGEST_TARGET} characters`;
  const size = target === undefined ? 'more bytes than are read' : counted(target.length, 'byte');

  return new ServiceError(414, 'uri_too_long', `${limit}, but ${found}. Send the values in several requests.`, {
    diagnostic: `the request target has ${size}, the limit is ${figure(LONGEST_TARGET)}; ${howToShorten(target)}`,
  });
}

/** The remedy for a long target. It names the query parameter that occurs most often, if a parameter is repeated. */
function howToShorten(target = ''): string {
  const counts = new Map<string, number>();
  for (const [, name = ''] of target.matchAll(/[?&]([\w.-]+)=/g)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [mostFrequent] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (mostFrequent === undefined) return 'send less in it';

  const [name, count] = mostFrequent;
  return count > 1 ? `send fewer ${name}` : 'send less in it';
}

/**
 * The error 431 for header fields that are too large.
 * @param size their bytes; undefined if they were not read to their end
 * @param headers names and values in turn
 */
export function headersTooLarge(size?: number, headers: readonly string[] = []): ServiceError {
  const limit = `The header fields of a request may have ${LARGEST_HEADERS} characters together`;
  const found = size === undefined ? 'more bytes than are read' : counted(size, 'byte');
  const [largest] = headerFields(headers).toSorted(([, one], [, other]) => other.length - one.length);
  const remedy = largest === undefined ? 'send fewer' : `the largest is ${largest[0]}`;

  const diagnostic = `the header fields have ${found}, the limit is ${figure(LARGEST_HEADERS)}; ${remedy}`;
  return new ServiceError(431, 'headers_too_large', `${limit}, but these have more.`, { diagnostic });
}

/** The error 417 for an `Expect` header with another value than `100-continue`. */
export function unknownExpectation({ headers: { expect = '' } }: IncomingMessage): ServiceError {
  const message = `The only known expectation is 100-continue, but the Expect header is ${JSON.stringify(expect)}.`;
  const diagnostic = `the Expect header is ${JSON.stringify(expect)}; send 100-continue, or no such header`;
  return new ServiceError(417, 'expectation_failed', message, { diagnostic });
}

/** The error 405 for the method CONNECT. */
export function takenForProxy({ url = '' }: IncomingMessage): ServiceError {
  const diagnostic = `CONNECT ${url} takes the emulator for a proxy; give the client its address as that of the service`;
  const options = { headers: { Allow: 'GET, HEAD, POST' }, diagnostic };
  return new ServiceError(405, 'method_not_allowed', 'The method CONNECT is not allowed here.', options);
}

/** Matches a target such as `http://user@example.com:4010/path?query`: the host with its port, and what follows. */
const ABSOLUTE_TARGET = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)([/?#].*)?$/is;

/**
 * The refusal of a `Host` header that differs from the host in the target (RFC 9112 section 3.2.2): a mistake or an
 * attack. Undefined if both are equal.
 */
function otherHost(url: string, host = ''): ServiceError | undefined {
  const [, authority] = ABSOLUTE_TARGET.exec(url) ?? [];
  if (authority === undefined || withoutPort(authority) === withoutPort(host)) return undefined;

  const message = `The target names the host ${authority}, but the Host header is ${host} (RFC 9112 section 3.2.2).`;
  const diagnostic = `the target names the host ${authority}, the Host header is ${host}; send one host in both`;
  return invalidRequest(message, { diagnostic });
}

/** The host in lower case, without its port. */
function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/**
 * Changes a request with a whole URL as its target, as sent to proxies, to the usual form: path and query as target,
 * and the URL's host as `Host` (RFC 9112 section 3.2.2). Other requests stay unchanged.
 */
export function useOriginForm(req: IncomingMessage): void {
  const { url = '/' } = req;
  if (url.startsWith('/')) return;

  const [, authority, rest = ''] = ABSOLUTE_TARGET.exec(url) ?? [];
  if (authority === undefined) return;

  req.headers.host = authority;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
}
