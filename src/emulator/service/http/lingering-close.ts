/**
 * Closes connections in two steps (RFC 9112 section 9.6): first the emulator sends no more, and reads on. If it closed
 * while the client still sends, the system would reset the connection, and the reset could overtake the response.
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long what a client still sends is read. */
const LINGER_MILLISECONDS = 1_000;

/** Closes a connection after what was written is sent. */
export function closeLingering(socket: Socket): void {
  socket.end();
  const lingering = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.once('close', () => {
    clearTimeout(lingering);
  });
}

/**
 * Node.js closes a connection with the last response on it. If the client is still sending the body of this request
 * then, it may lose the response (https://github.com/nodejs/node/issues/12339): the connection is closed in two steps.
 */
export function keepOpenWhileSending(req: IncomingMessage): void {
  const { headers, socket } = req;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  socket.destroySoon = () => {
    delete (socket as Partial<Socket>).destroySoon;
    if (req.complete) socket.destroySoon();
    else closeLingering(socket);
  };
}
