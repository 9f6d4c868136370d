/** A server in front of an emulator that passes everything on, and alters what it likes. */

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What came, before it is passed on: changes to `url` are. */
export interface FrontRequest {
  readonly method: string;
  url: URL;
  readonly body: string;
}

/** What the emulator answers, before it is passed on: changes are. */
export interface FrontAnswer {
  status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- defects reach into bodies of all kinds
  body: any;
}

/** What a front alters; nothing by default. */
export interface Alterations {
  readonly request?: (request: FrontRequest) => void;
  readonly answer?: (answer: FrontAnswer, request: FrontRequest) => void;
}

export interface Front extends AsyncDisposable {
  readonly url: string;
  readonly tokenUrl: string;
}

/** Starts a front. */
export async function startFront(upstream: string, alterations: Alterations): Promise<Front> {
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
  { request: alterRequest, answer: alterAnswer }: Alterations,
): Promise<FrontAnswer> {
  const request: FrontRequest = {
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
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    ...(request.body !== '' && { body: request.body }),
  });
  const answer: FrontAnswer = {
    status: response.status,
    headers: new Headers(response.headers),
    body: parsed(await response.text()),
  };
  alterAnswer?.(answer, request);
  for (const name of ['content-length', 'connection', 'keep-alive', 'transfer-encoding']) answer.headers.delete(name);
  return answer;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body === '' ? undefined : body;
  }
}
