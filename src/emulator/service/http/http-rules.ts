/** What HTTP requires of every request, whatever its path (RFC 9110, RFC 9112). */

import type { IncomingMessage } from 'node:http';
import { countFields } from '../../journal/exchange.js';
import { invalidRequest, ServiceError } from '../service-error.js';

/** The longest request target, in characters. */
export const LONGEST_TARGET = 16_384;
/** The longest names and values of all header fields together, in characters. */
export const LARGEST_HEADERS = 16_384;

/** Why a request is refused; undefined if it keeps the rules. */
export function brokenHttpRule({
  url = '',
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): ServiceError | undefined {
  if (url.length > LONGEST_TARGET) return targetTooLong(url.length);
  if (rawHeaders.reduce((size, text) => size + text.length, 0) > LARGEST_HEADERS) return headersTooLarge();
  const hosts = countFields(rawHeaders, 'Host');
  if (hosts === 1 && !url.startsWith('/')) return otherHost(url, headers.host);
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  const found = hosts === 0 ? 'has none' : `has ${hosts}`;
  const required = `An HTTP/${httpVersion} request must have one Host header (RFC 9112 section 3.2)`;
  return invalidRequest(`${required}, but this one ${found}.`);
}

/** 414. `length` is undefined if the target was not read to its end. */
export function targetTooLong(length?: number): ServiceError {
  const found = length === undefined ? 'this one has more' : `this one has ${length}`;
  const limit = `A request target may have ${LONGEST_TARGET} characters`;
  return new ServiceError(414, 'uri_too_long', `${limit}, but ${found}. Send the values in several requests.`);
}

/** 431. */
export function headersTooLarge(): ServiceError {
  const limit = `The header fields of a request may have ${LARGEST_HEADERS} characters together`;
  return new ServiceError(431, 'headers_too_large', `${limit}, but these have more.`);
}

/** 417, for a value that is not `100-continue`. */
export function unknownExpectation({ headers: { expect = '' } }: IncomingMessage): ServiceError {
  const message = `The only known expectation is 100-continue, but the Expect header is ${JSON.stringify(expect)}.`;
  return new ServiceError(417, 'expectation_failed', message);
}

const ABSOLUTE_TARGET = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)([/?#].*)?$/is;

/** `Host` is that of the target, too (RFC 9112 section 3.2.2); another one is a mistake or an attack. */
function otherHost(url: string, host = ''): ServiceError | undefined {
  const [, authority] = ABSOLUTE_TARGET.exec(url) ?? [];
  const [meant, given] = [authority, host].map((text) => text?.toLowerCase().replace(/:\d*$/, ''));
  if (meant === undefined || meant === given) return undefined;
  return invalidRequest(
    `The target names the host ${authority}, but the Host header is ${host} (RFC 9112 section 3.2.2).`,
  );
}

/**
 * Gives a request whose target is a whole URL, as proxies send it, the usual form: path and query as its target, the
 * host of the URL as its host (RFC 9112 section 3.2.2). Changes no other request.
 */
export function useOriginForm(req: IncomingMessage): void {
  const { url = '/' } = req;
  if (url.startsWith('/')) return;
  const [, authority, rest = ''] = ABSOLUTE_TARGET.exec(url) ?? [];
  if (authority === undefined) return;
  req.headers.host = authority;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
}
