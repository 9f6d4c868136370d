/** A `fetch` that reaches this machine directly, whatever proxy the environment names. */

import { request as overHttp, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isLoopback, usesEnvironmentProxy } from './environment-proxy.js';

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

/** Sends a request as `fetch` does; one to this machine goes through no proxy. */
export async function fetchAroundProxy(url: URL, init: OwnFetchInit): Promise<Response> {
  return usesEnvironmentProxy() && isLoopback(url) ? fetchDirectly(url, init) : fetch(url, init as RequestInit);
}

/** Node.js gives the proxy to its global agents only, so this request has none. It follows no redirect. */
function fetchDirectly(url: URL, { method = 'GET', headers, body, signal }: OwnFetchInit): Promise<Response> {
  const send = url.protocol === 'https:' ? process.getBuiltinModule('node:https').request : overHttp;
  const options = { agent: false, method, headers: headers ?? {}, signal };
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown): void => reject((signal?.aborted === true ? signal.reason : error) as Error);
    const outgoing = send(url, options, (incoming) => {
      try {
        resolve(responseOf(incoming));
      } catch (error) {
        outgoing.destroy();
        refuse(error);
      }
    });
    outgoing.on('error', refuse).end(body);
  });
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  const headers = new Headers();
  for (let place = 0; place < rawHeaders.length; place += 2) headers.append(rawHeaders[place]!, rawHeaders[place + 1]!);
  if (WITHOUT_BODY.has(status)) incoming.resume();
  const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText, headers });
}
