/**
 * Closes connections in two steps (RFC 9112 section 9.6). First the emulator stops sending and continues to read. Then
 * it closes the connection. If it closed the connection while the client is sending, the system would reset the
 * connection, and the client could lose the response.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long the emulator continues to read from a client. */
const LINGER_MILLISECONDS = 1_000;

/** Closes a connection after what was written is sent. */
export function closeLingering(socket: Socket): void {
  socket.end();
  const lingering = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.once('close', () => clearTimeout(lingering));
}

/** Whether headers announce a body (RFC 9112 section 6.3). */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closes the connection of a request in two steps if Node.js would close it while the client is sending the body. The
 * client could lose the last response (https://github.com/nodejs/node/issues/12339).
 */
export function keepOpenWhileSending(req: IncomingMessage): void {
  const { headers, socket } = req;
  if (!announcesBody(headers)) return;

  // Node.js calls this method after a response. The method of the class remains below the replacement.
  socket.destroySoon = () => {
    delete (socket as Partial<Socket>).destroySoon;
    if (req.complete) socket.destroySoon();
    else closeLingering(socket);
  };
}
