/** Sends a request on to the service, and brings its answer back whole. */

import type { IncomingMessage } from 'node:http';
import { describeConnectionFailure } from '../platform/connection-failure.js';
import { endToEndHeaders, groupHeaders } from './hop-by-hop.js';
import type { ProxiedAnswer, ProxiedRequest } from './message.js';
import { ProxyFailure } from './proxy-failure.js';
import { BodyTooLargeError, decodeContent, readBounded } from './read-body.js';
import { TRUST, type Destination, type Upstream } from './upstream.js';

/** The bounds of an answer. */
export interface ForwardLimits {
  /** Bytes. */
  readonly maxBody: number;
  /** Milliseconds, body included. */
  readonly timeout: number;
}

/** What the proxy sets itself; a body that it cannot read is of no use to it, so it asks for none that is compressed. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'content-length', 'expect', 'accept-encoding']);

/**
 * Forwards a request; `gone` is aborted when its client has left.
 * @throws ProxyFailure 502 where there is no answer, or one that is too large; 504 where it takes too long
 */
export async function forward(
  upstream: Upstream,
  destination: Destination,
  request: ProxiedRequest,
  { maxBody, timeout, gone }: ForwardLimits & { readonly gone: AbortSignal },
): Promise<ProxiedAnswer> {
  const deadline = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([deadline, gone]);
  try {
    const answer = await send(upstream, destination, request, signal);
    const body = await readBounded(answer, maxBody).finally(() => {
      if (!answer.complete) answer.destroy();
    });
    return {
      status: answer.statusCode!,
      rawHeaders: answer.rawHeaders,
      body,
      content: decodeContent(body, answer.headers['content-encoding'], maxBody),
    };
  } catch (error) {
    const { host } = destination.origin;
    if (error instanceof BodyTooLargeError)
      throw new ProxyFailure(
        502,
        'Answer too large',
        `The answer of ${host} has more than ${maxBody} bytes; --max-body allows more.`,
      );
    if (gone.aborted) throw new ProxyFailure(502, 'Client gone', 'The client has left before the answer came.');
    if (deadline.aborted)
      throw new ProxyFailure(
        504,
        'No answer in time',
        `${host} has not answered within ${timeout} ms; --timeout allows more.`,
      );
    throw new ProxyFailure(502, 'No answer', `${host}: ${describeConnectionFailure(error, TRUST)}`, { cause: error });
  }
}

function send(
  upstream: Upstream,
  destination: Destination,
  { method, rawHeaders, body }: ProxiedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    ...groupHeaders(endToEndHeaders(rawHeaders, OWN_HEADERS)),
    Host: destination.origin.host,
    'Accept-Encoding': 'identity',
    Via: '1.1 id-emulator',
    ...((body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method)) && { 'Content-Length': body.length }),
  };
  return new Promise((resolve, reject) => {
    upstream.request(destination, { method, headers, signal }, resolve).on('error', reject).end(body);
  });
}
