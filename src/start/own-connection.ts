/** Connections of the emulator to itself, for requests that a person at the inspector asks for. */

import { type IncomingMessage, ServerResponse } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import type { Request, Response } from 'express';
import { dataPlane } from '../emulator/service/data-plane.js';
import { createAppServer } from '../emulator/service/http/server.js';
import type { ServiceContext } from '../emulator/service/service-context.js';
import { ServiceRequest } from './own-application.js';

/** What faults and the server use of a socket, beside a stream. In its prototype: the server hides one for a time. */
const SOCKET_METHODS = {
  resetAndDestroy(this: Duplex) {
    this.destroy();
  },
  destroySoon(this: Duplex) {
    this.end();
  },
};

/**
 * The client's end of a connection to the service. What marks its requests is the connection, which leads through no
 * port: nothing that a client sends makes a request the emulator's own.
 */
export function ownConnection(service: ServiceContext): Duplex {
  const own = { ...service, sentByEmulator: true };
  const serve = dataPlane(own);
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    serve(req as Request, res as Response).catch(() => {
      res.destroy();
    });
  };

  const server = createAppServer({ IncomingMessage: ServiceRequest, ServerResponse, handle }, own);
  const [client, socket] = duplexPair();
  client.once('close', () => socket.destroy());
  socket.once('close', () => client.destroy());
  const ofStreams = Object.getPrototypeOf(socket) as object;
  Object.setPrototypeOf(socket, Object.setPrototypeOf({ ...SOCKET_METHODS }, ofStreams) as object);
  server.emit('connection', socket);

  return client;
}
