/** An HTTP server that refuses, in the service's format, what is not HTTP. */

import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Access } from '../../../contract/operation.js';
import { splitUrl } from '../../../contract/query-string.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import type { RefusedConnections } from '../../refused-connections.js';
import { closeLingering, keepOpenWhileSending } from './lingering-close.js';
import { brokenHttpRule, headersTooLarge, targetTooLong, unknownExpectation, useOriginForm } from './http-rules.js';
import { errorResponse } from '../representations/error-responses.js';
import { accessOf, endpointAt } from '../request/endpoint.js';
import { invalidRequest, ServiceError } from '../service-error.js';
import { TcpConnections } from './tcp-connections.js';
import { type ConnectionError, refusalReason } from './wrong-protocol.js';

/**
 * Node closes an idle connection after 5 s, which is when many test suites send their next request: the two cross, and
 * the client sees a reset that no scenario caused.
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * The most that Node's parser reads of a request line and its headers together, in bytes. Much more than is accepted:
 * Node does not say which of them is too long, so it has to read both.
 */
const MOST_PARSED = 1_048_576;

/** What a server serves. */
export interface ServedApplication {
  /** The classes of its requests and responses. */
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Certificate and private key of a server, as PEM. */
export interface ServerIdentity {
  readonly certificate: string;
  readonly key: string;
}

/** What a server looks at beside its application. */
export interface ServerContext {
  readonly connections: Connections;
  /** By which the format of an error is found: the token endpoint has another one. Default: the format of the API. */
  readonly contracts?: Contracts;
  /** Default: nobody counts them. */
  readonly refusedConnections?: RefusedConnections;
}

/**
 * A server for the application; call `listen` on it.
 * @param identity for TLS; default: a server without
 */
export function createAppServer(
  app: ServedApplication,
  { connections, contracts, refusedConnections }: ServerContext,
  identity?: ServerIdentity,
): Server {
  const options = {
    IncomingMessage: app.IncomingMessage,
    ServerResponse: app.ServerResponse,
    maxHeaderSize: MOST_PARSED,
    // Node would respond without a body.
    requireHostHeader: false,
  } satisfies ServerOptions;
  // No journal has a request that is refused here.
  const refuse = (req: IncomingMessage, res: ServerResponse, failure: ServiceError): void => {
    refusedConnections?.add(tcp?.below(req.socket) ?? req.socket, 'malformed', failure.message);
    respondAndClose(res, failure, contracts && accessAt(contracts, req));
  };
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    keepOpenWhileSending(req);
    const failure = brokenHttpRule(req);
    if (failure !== undefined) {
      refuse(req, res, failure);
      return;
    }
    useOriginForm(req);
    app.handle(req, res);
  };
  const server =
    identity === undefined
      ? createServer(options, handle)
      : // Only an emulator with TLS loads it.
        process
          .getBuiltinModule('node:https')
          .createServer({ ...options, cert: identity.certificate, key: identity.key }, handle);
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    keepOpenWhileSending(req);
    refuse(req, res, unknownExpectation(req));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  server.on(identity === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.add(socket);
  });
  const tcp =
    identity &&
    new TcpConnections(server, (socket) => {
      refusedConnections?.add(socket, 'handshake');
    });
  server.on('clientError', (error: ConnectionError, socket: Socket) => {
    // Every further byte is an error again.
    if (socket.writableEnded && error.code !== 'ECONNRESET') return;
    const reason = refusalReason(error);
    const known = tcp === undefined ? socket : tcp.below(socket);
    if (reason !== undefined && known !== undefined)
      refusedConnections?.add(known, reason, reason === 'malformed' ? error.message : undefined);
    refuseMalformed(error, socket);
  });
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
  #last: number;

  /** @param before the number of connections that others with the same journals may have counted */
  constructor(before = 0) {
    this.#last = before;
  }

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

/** Responds in the service's format, and closes the connection, because the client may not mean what was read. */
function respondAndClose(res: ServerResponse, failure: ServiceError, access: Access | undefined): void {
  const { status, headers, text } = written(failure, access);
  res.writeHead(status, headers).end(text);
}

/** The access of the endpoint that a refused request names. */
function accessAt({ base }: Contracts, { url = '' }: IncomingMessage): Access | undefined {
  const [path = ''] = splitUrl(url);
  const endpoint = endpointAt(base, path, true);
  return endpoint && accessOf(endpoint);
}

/** Responds in the service's format to bytes that are not an HTTP request. */
function refuseMalformed(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, text } = written(failureBehind(error));
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields, '', text].join('\r\n'));
  closeLingering(socket);
}

function failureBehind({ code, rawPacket }: ConnectionError): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      // A megabyte of a request without a line break is its target; with line breaks, they are header fields.
      return rawPacket?.includes('\n') === true ? headersTooLarge() : targetTooLong();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ServiceError(413, 'payload_too_large', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError(408, 'request_timeout', 'The request took too long to arrive.');
    default:
      return invalidRequest('The request is not valid HTTP.');
  }
}

function written(
  failure: ServiceError,
  access?: Access,
): { status: number; headers: Record<string, string | number>; text: string } {
  const { status, headers, body } = errorResponse(access, failure);
  const text = JSON.stringify(body);
  return { status, headers: { Connection: 'close', ...headers, 'Content-Length': Buffer.byteLength(text) }, text };
}
