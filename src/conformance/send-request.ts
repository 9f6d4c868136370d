/** Sends one request, and reads an answer of bounded size. Nothing is followed that the service points to. */

import { describeConnectionFailure } from '../platform/connection-failure.js';
import { CallFailed } from './call-failed.js';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface IncomingAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Bounds {
  /** In bytes, unpacked. */
  readonly largestAnswer: number;
  /** In milliseconds. */
  readonly longestAnswer: number;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends the request.
 * @throws CallFailed where no usable answer comes; the reason of `signal` where that ends it
 */
export async function sendRequest(
  { method, url, headers, body }: OutgoingRequest,
  bounds: Bounds,
): Promise<IncomingAnswer> {
  const timeout = AbortSignal.timeout(bounds.longestAnswer);
  const signal = bounds.signal === undefined ? timeout : AbortSignal.any([timeout, bounds.signal]);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    refuseRedirect(url, response);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await boundedText(url, response, bounds.largestAnswer),
    };
  } catch (error) {
    if (bounds.signal?.aborted === true || error instanceof CallFailed) throw error;
    throw failureOf(url, error as Error, bounds);
  }
}

/** The credentials are for this address alone (RFC 9700 section 4.11 on what redirects give away). */
function refuseRedirect(url: URL, { status, headers }: Response): void {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const where = target === undefined ? 'another address' : target.origin + target.pathname;
  throw new CallFailed(
    'redirect',
    `${url.origin} redirects with status ${status} to ${where}; credentials are not sent there: give the final address`,
  );
}

async function boundedText(url: URL, { body }: Response, largest: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > largest)
      throw new CallFailed('too-large', `${url.origin} sends an answer of more than ${largest} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const TLS = /CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/;
/** How certificates of other authorities come to be trusted. */
const TRUST = 'name the file with its authority in NODE_EXTRA_CA_CERTS if you trust it';

function failureOf({ origin }: URL, error: Error, { longestAnswer }: Bounds): CallFailed {
  if (error.name === 'TimeoutError')
    return new CallFailed('timeout', `${origin} has not answered within ${longestAnswer / 1_000} s`);
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  return new CallFailed(
    TLS.test(cause.code ?? '') ? 'tls' : 'unreachable',
    `${origin}: ${describeConnectionFailure(cause, TRUST)}`,
  );
}
