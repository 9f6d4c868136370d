/**
 * An HTTP server for an Express app, three times as fast as `app.listen()` on Node.js 20 and 22.
 *
 * Express replaces the prototype of every request and response (`Object.setPrototypeOf`), which makes both objects slow.
 * Node lets a server construct its own classes; if theirs already are the app's prototypes, the replacement changes
 * nothing, and all of Express works as it does.
 */

import type { Express } from 'express';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Node closes an idle connection after 5 s, which is when many a test suite sends its next request: the two cross, and
 * the client sees a reset that no scenario has asked for. An emulator can afford to wait.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/** A server for the app; call `listen` on it. The app's own prototypes are extended, so it is for this server alone. */
export function createAppServer(app: Express, connections: Connections): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  const server = createServer(
    { IncomingMessage: AppRequest, ServerResponse: AppResponse as unknown as typeof ServerResponse },
    app,
  );
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  server.on('connection', (socket) => {
    connections.add(socket);
  });
  server.on('clientError', refuseMalformed);
  return server;
}

/** What Node's parser refuses before there is a request, by its error code. */
const REFUSALS: ReadonlyMap<string | undefined, readonly [status: string, code: string, message: string]> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['431 Request Header Fields Too Large', 'headers_too_large', 'The request headers are too large.'],
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    ['413 Payload Too Large', 'payload_too_large', 'The chunk extensions are too large.'],
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.']],
]);

/** Answers in the service's dialect even where the bytes are no HTTP request. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] = REFUSALS.get(error.code) ?? [
    '400 Bad Request',
    'invalid_request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify({ error: code, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The connection that a request came over. */
export interface UsedConnection {
  /** Counts from 1 in each emulator. */
  readonly id: number;
  /** When it was opened, a reading of `performance.now()`. */
  readonly opened: number;
  /** The how-manieth request it was on it, from 1. */
  readonly request: number;
}

export class Connections {
  readonly #known = new WeakMap<Socket, { readonly id: number; readonly opened: number; requests: number }>();
  #last = 0;

  /** Takes note of a new connection. */
  add(socket: Socket): void {
    this.#known.set(socket, { id: ++this.#last, opened: performance.now(), requests: 0 });
  }

  /** Counts a request; undefined where somebody else's server has the connection. */
  use(socket: Socket): UsedConnection | undefined {
    const known = this.#known.get(socket);
    return known && { id: known.id, opened: known.opened, request: ++known.requests };
  }
}
