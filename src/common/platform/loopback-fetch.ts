/** A `fetch` that reaches this machine directly, whatever proxy the environment names. */

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { isLoopback, usesEnvironmentProxy } from './environment-proxy.js';
import { sendRaw } from './send-raw.js';

/** Statuses whose responses have no body; `Response` refuses one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** What the emulator's own calls need of a request. */
export interface OwnFetchInit {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly redirect?: 'follow' | 'manual' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request as `fetch` does. If `fetch` would use a proxy, a request to this machine is sent without it, and
 * redirects are not followed.
 */
export async function fetchAroundProxy(url: URL, init: OwnFetchInit): Promise<Response> {
  return usesEnvironmentProxy() && isLoopback(url) ? fetchDirectly(url, init) : fetch(url, init as RequestInit);
}

/** Sends a request without an agent: Node.js gives the proxy to its global agents only. Redirects are not followed. */
async function fetchDirectly(url: URL, { method, headers = {}, body, signal }: OwnFetchInit): Promise<Response> {
  const options = { ...urlToHttpOptions(url), agent: false, method, headers, signal };
  const incoming = await sendRaw(options, body).catch((error: unknown) => {
    // Like `fetch`, this rejects with the reason of the signal.
    signal?.throwIfAborted();
    throw error;
  });
  try {
    return responseOf(incoming);
  } catch (error) {
    // `Response` refuses some statuses, such as 600. Nobody will read the body then.
    incoming.destroy();
    throw error;
  }
}

/** The message of Node.js as the `Response` that `fetch` returns. */
function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  const headers = new Headers();
  for (let place = 0; place < rawHeaders.length; place += 2) headers.append(rawHeaders[place]!, rawHeaders[place + 1]!);
  // A message that nobody reads would keep its connection open.
  if (WITHOUT_BODY.has(status)) incoming.resume();
  const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);

  return new Response(body, { status, statusText, headers });
}
