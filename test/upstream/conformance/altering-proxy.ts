/** A proxy in proxy of an emulator that alters requests and responses. */

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fetched } from '../../fetched.js';

/** The request before it is forwarded; changes of `url` take effect. */
export interface AlteredRequest {
  readonly method: string;
  url: URL;
  readonly body: string;
}

/** The response of the emulator before it is forwarded; changes take effect. */
export interface AlteredResponse {
  status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- defects reach into bodies of all kinds
  body: any;
}

/** The alterations of the proxy. Default: none. */
export interface Alterations {
  readonly request?: (request: AlteredRequest) => void;
  readonly response?: (response: AlteredResponse, request: AlteredRequest) => void;
}

export interface AlteringProxy extends AsyncDisposable {
  readonly url: string;
  readonly tokenUrl: string;
}

/** Starts the proxy. */
export async function startAlteringProxy(upstream: string, alterations: Alterations): Promise<AlteringProxy> {
  const server = createServer((incoming, outgoing) => {
    passOn(upstream, incoming, alterations).then(
      ({ status, headers, body }) =>
        outgoing
          .writeHead(status, [...headers].flat())
          .end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)),
      (error: unknown) => outgoing.destroy(error as Error),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    tokenUrl: `${url}/oauth/token`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function passOn(
  upstream: string,
  incoming: IncomingMessage,
  { request: alterRequest, response: alterResponse }: Alterations,
): Promise<AlteredResponse> {
  const request: AlteredRequest = {
    method: incoming.method!,
    url: new URL(incoming.url!, upstream),
    body: await text(incoming),
  };
  alterRequest?.(request);
  const { authorization, 'content-type': contentType } = incoming.headers;
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  const { method, url, body } = request;
  const received = await fetched(url, { method, headers, body });
  const response: AlteredResponse = { ...received, body: received.json ?? received.text };
  alterResponse?.(response, request);
  for (const name of ['content-length', 'connection', 'keep-alive', 'transfer-encoding']) response.headers.delete(name);
  return response;
}
