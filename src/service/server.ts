/**
 * An HTTP server for an Express app, three times as fast as `app.listen()` on Node.js 20 and 22.
 *
 * Express replaces the prototype of every request and response (`Object.setPrototypeOf`), which makes both objects slow.
 * Node lets a server construct its own classes. If these already have the app's prototypes, the replacement changes
 * nothing, and all of Express works as usual.
 */

import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';

/**
 * Node closes an idle connection after 5 s, which is when many test suites send their next request: the two cross, and the
 * client sees a reset that no scenario caused.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/** A server for the app; call `listen` on it. It extends the app's own prototypes, so that each app can have one server. */
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

/** A connection, and which of its requests this one is. */
export interface UsedConnection {
  /** Counts from 1 in each emulator. */
  readonly id: number;
  /** When it was opened, a reading of `performance.now()`. */
  readonly opened: number;
  /** Position of the request on its connection, from 1. */
  readonly request: number;
}

/** The connections of a server. A request shows that the previous response on its connection has arrived. */
export class Connections {
  readonly #known = new WeakMap<Socket, { readonly id: number; readonly opened: number; requests: number }>();
  #last = 0;

  /** Adds a new connection. */
  add(socket: Socket): void {
    this.#known.set(socket, { id: ++this.#last, opened: performance.now(), requests: 0 });
  }

  /** Counts a request on a connection; undefined if the connection belongs to a server of the user. */
  use(socket: Socket): UsedConnection | undefined {
    const known = this.#known.get(socket);
    return known && { id: known.id, opened: known.opened, request: ++known.requests };
  }
}

/** Status line, code and message, by the error code of Node's parser. */
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

/** Responds in the service's format to bytes that are not an HTTP request. */
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
  const headers = [
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'));
}
