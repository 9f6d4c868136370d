/** Sends one request and reads a response of limited size. Redirects are not followed. */

import { describeConnectionFailure } from '../../common/reporting/connection-failure.js';
import { throughProxy } from '../../common/platform/environment-proxy.js';
import { BODY_LIMITS } from '../../common/platform/receive-bytes.js';
import { fetchAroundProxy } from '../../common/platform/loopback-fetch.js';
import { redirectTarget } from '../redirect-target.js';
import { sentence } from '../sentence.js';
import { NoResultError } from './exchange.js';
import type { RecordedExchange } from '../../traffic/recorded-exchange.js';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The request in reports. */
  readonly description: string;
}

/** The longest time until the whole response is read, in milliseconds. */
const LONGEST_WAIT = 30_000;

/**
 * Sends a request, and receives the whole response.
 * @param interrupted ends the request
 * @throws NoResultError if no usable response arrives; the reason of `interrupted` if that ends the request
 */
export async function sendRequest(request: OutgoingRequest, interrupted?: AbortSignal): Promise<RecordedExchange> {
  const { method, url, headers: requestHeaders, body = '' } = request;
  const timeout = AbortSignal.timeout(LONGEST_WAIT);
  const signal = interrupted === undefined ? timeout : AbortSignal.any([timeout, interrupted]);
  const sent = body === '' ? {} : { body };

  try {
    const init = { method, headers: requestHeaders, redirect: 'manual', signal, ...sent } as const;
    const response = await fetchAroundProxy(url, init);
    refuseRedirect(url, response);
    const responseHeaders = Object.fromEntries(response.headers);
    const responseBody = await readBody(url, response);

    const { status } = response;
    const requestBody = Buffer.from(body);
    return { method, url: url.href, status, requestHeaders, requestBody, responseHeaders, responseBody };
  } catch (error) {
    if (interrupted?.aborted === true || error instanceof NoResultError) throw error;

    throw failureOf(url, error as Error);
  }
}

/**
 * Refuses a redirect, because the credentials are for this address only (RFC 9700 section 4.11 describes how redirects
 * leak them).
 */
function refuseRedirect(url: URL, { status, headers }: Response): void {
  const location = headers.get('location');
  // A 304, for example, has no target.
  if (status < 300 || status > 399 || location === null) return;

  const target = redirectTarget(location, url);
  throw new NoResultError('unusable', sentence('redirected', { origin: url.origin, status, target }));
}

/** Reads a body of limited size. @throws NoResultError if it is larger */
async function readBody(url: URL, { body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;

  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    const limit = BODY_LIMITS.response;
    if (size > limit) throw new NoResultError('unusable', sentence('large-response', { origin: url.origin, limit }));

    chunks.push(chunk);
  }

  return Buffer.concat(chunks);
}

/** The remedy for a certificate of an unknown authority. */
const TRUST = 'name the file with its authority in NODE_EXTRA_CA_CERTS if you trust it';

/** The error for a request that got no response, with the likely reason. */
function failureOf(url: URL, error: Error): NoResultError {
  const target = url.origin + throughProxy(url);
  const seconds = LONGEST_WAIT / 1_000;
  if (error.name === 'TimeoutError')
    return new NoResultError('unusable', sentence('late-response', { target, seconds }));

  const cause = (error.cause ?? error) as NodeJS.ErrnoException;

  return new NoResultError('unusable', `${target}: ${describeConnectionFailure(cause, TRUST)}`);
}
