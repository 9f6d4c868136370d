/** Connections of the emulator to itself, for requests that a person at the inspector asks for. */

import { type IncomingMessage, ServerResponse } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { dataPlane } from '../emulator/service/data-plane.js';
import { createAppServer } from '../emulator/service/http/server.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import { ServiceRequest } from './own-application.js';

/**
 * The methods of a socket that faults and the server use, and that a stream lacks. They are put into the prototype of
 * the stream: the server sets one of them on the stream itself for a time, and then deletes it there.
 */
const SOCKET_METHODS = {
  resetAndDestroy(this: Duplex) {
    this.destroy();
  },
  destroySoon(this: Duplex) {
    this.end();
  },
};

/**
 * The client's end of a connection to the service. A request on it counts as sent by the emulator. The connection uses
 * no port, so no client can send such a request.
 */
export function ownConnection(service: ServiceContext): Duplex {
  const ownService = { ...service, sentByEmulator: true };
  const serve = dataPlane(ownService);
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    serve(req as Request, res as Response).catch(() => res.destroy());
  };

  const server = createAppServer({ IncomingMessage: ServiceRequest, ServerResponse, handle }, ownService);
  const [client, socket] = duplexPair();

  // Neither end of a pair learns by itself that the other one is closed.
  client.once('close', () => socket.destroy());
  socket.once('close', () => client.destroy());

  // The server's end has to look like a socket. Then the server takes it as if a client had connected.
  const streamMethods = Object.getPrototypeOf(socket) as object;
  Object.setPrototypeOf(socket, Object.setPrototypeOf({ ...SOCKET_METHODS }, streamMethods) as object);
  server.emit('connection', socket);

  return client;
}
