/** An HTTP server that refuses invalid HTTP in the service's format. */

import { createServer, STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseMessage, refusalResponse } from '../refuse-message.js';
import { writeText, type TextResponse } from '../representations/error-responses.js';
import type { ServiceContext } from '../service-context.js';
import { invalidRequest, type ServiceError } from '../service-error.js';
import { breakExchange } from './broken-exchange.js';
import { brokenHttpRule, takenForProxy, unknownExpectation, useOriginForm } from './http-rules.js';
import { closeLingering, keepOpenWhileSending } from './lingering-close.js';
import { type ConnectionError, failureBehind, messageIn, refusalReason } from './parser-errors.js';
import { TcpConnections } from './tcp-connections.js';

/**
 * By default, Node.js closes an idle connection after 5 s. Many test suites send their next request at just that time,
 * and then see a reset that no scenario caused (https://github.com/nodejs/node/issues/52649).
 */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * How many bytes of a request line with its headers the parser of Node.js reads. This is much more than is accepted,
 * because the parser does not say which part is too long (https://github.com/nodejs/node/issues/26296).
 */
const MOST_PARSED = 1_048_576;

/** The application behind a server. */
export interface ServedApplication {
  /** The classes of the application's requests and responses. */
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
  readonly handle: (req: IncomingMessage, res: ServerResponse) => void;
}

/** Certificate and private key of a server, as PEM. */
export interface ServerIdentity {
  readonly certificate: string;
  readonly key: string;
}

/**
 * A server for the application; call `listen` on it.
 * @param identity certificate and key for TLS; default: a server without TLS
 */
export function createAppServer(app: ServedApplication, context: ServiceContext, identity?: ServerIdentity): Server {
  const options = {
    IncomingMessage: app.IncomingMessage,
    ServerResponse: app.ServerResponse,
    maxHeaderSize: MOST_PARSED,
    // Node.js would respond without a body (https://github.com/nodejs/node/pull/39322).
    requireHostHeader: false,
  } satisfies ServerOptions;

  /** Passes a request to the application, or refuses it. */
  const handle = (req: IncomingMessage, res: ServerResponse, failure: ServiceError | undefined): void => {
    keepOpenWhileSending(req);
    context.connections.addRequest(req, res);
    if (failure !== undefined) {
      const write = (response: TextResponse): void => writeText(res, response);
      void refuseMessage(context, { socket: req.socket, req, failure, write });
      return;
    }

    useOriginForm(req);
    app.handle(req, res);
  };

  const server = identity === undefined ? createServer(options) : createTlsServer(options, identity);
  // With a limit, Node.js would silently drop headers (https://github.com/nodejs/node/issues/65470), or refuse the
  // request since CVE-2026-58044. The emulator checks the size of all headers instead.
  server.maxHeadersCount = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    handle(req, res, brokenHttpRule(req));
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    handle(req, res, unknownExpectation(req));
  });
  server.on('connect', (req: IncomingMessage, socket: Socket) => {
    // Node.js no longer listens for errors of this socket, and an unhandled error would end the process.
    socket.on('error', () => undefined);
    const text = `CONNECT ${req.url ?? ''} HTTP/${req.httpVersion}\r\n`;
    refuseBytes(context, socket, takenForProxy(req), text);
  });
  watchConnections(server, context, identity !== undefined);

  return server;
}

/** Adds the connections of a server to those that are known, and refuses those that break HTTP. */
function watchConnections(server: Server, context: ServiceContext, isTls: boolean): void {
  const { connections, refusedConnections } = context;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket));
  const tcp = isTls ? new TcpConnections(server, (socket) => refusedConnections.add(socket, 'handshake')) : undefined;
  const broken = new WeakSet<Socket>();
  server.on('clientError', (error: ConnectionError, socket: Socket) => {
    // After the first error, every further byte causes another one.
    if (broken.has(socket) && error.code !== 'ECONNRESET') return;

    broken.add(socket);
    const reason = refusalReason(error);
    // Connections are counted by their TCP socket, so that a failed handshake counts once.
    const tcpSocket = tcp === undefined ? socket : tcp.below(socket);
    if (reason !== undefined && tcpSocket !== undefined) refusedConnections.add(tcpSocket, reason);
    respondToClientError(context, socket, error);
  });
}

/** Responds to bytes that the parser rejected, if the client can still read a response. */
function respondToClientError(context: ServiceContext, socket: Socket, error: ConnectionError): void {
  const notHttp = invalidRequest('The request is not valid HTTP.');
  // The client is gone.
  if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
  // It spoke another protocol, so what it sent is no message for the journal.
  else if (refusalReason(error) !== undefined) writeToSocket(socket, refusalResponse(notHttp, context));
  // The bytes belong to a request whose head was read, or else they are a message of their own.
  else if (!breakExchange(context.connections, socket, error))
    refuseBytes(context, socket, failureBehind(error), messageIn(error));
}

/** A server with TLS. `node:https` is loaded only if it is needed. */
function createTlsServer(options: ServerOptions, { certificate, key }: ServerIdentity): Server {
  const https = process.getBuiltinModule('node:https');
  return https.createServer({ ...options, cert: certificate, key });
}

/** Refuses bytes that the parser rejected, after the responses to earlier requests on the connection. */
function refuseBytes(context: ServiceContext, socket: Socket, failure: ServiceError, text?: string): void {
  const write = (response: TextResponse): void => writeToSocket(socket, response);
  context.connections.onceFree(socket, () => {
    // A client that has sent nothing has no message for the journal.
    if (socket.bytesRead === 0) write(refusalResponse(failure, context));
    else void refuseMessage(context, { socket, failure, write, text });
  });
}

/** Writes a response directly to the socket, without Node's HTTP module, and closes the connection. */
function writeToSocket(socket: Socket, { status, headers, text }: TextResponse): void {
  if (!socket.writable) return;

  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields, '', text].join('\r\n'));
  closeLingering(socket);
}
