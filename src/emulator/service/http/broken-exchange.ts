/** Exchanges whose request breaks HTTP after its head: the body ends too early, or is longer than declared. */

import type { Socket } from 'node:net';
import { onceOver } from '../../../common/platform/once-over.js';
import type { Connections, ReadMessage } from './connections.js';
import { closeLingering } from './lingering-close.js';
import { brokenBody, type ConnectionError, strayBytes, strayReason } from './parser-errors.js';

/**
 * Assigns an error of the parser to the last request on a connection, if that request caused the error, and closes the
 * connection after the response. If the service has carried the request out, the result stays.
 * @returns false if another message caused the error
 */
export function breakExchange(connections: Connections, socket: Socket, error: ConnectionError): boolean {
  const last = connections.lastOn(socket);
  if (last === undefined) return false;

  const { req, res, exchange } = last;
  /** The bytes after the end of a complete body. An incomplete body has no end yet. */
  const stray = req.complete ? strayBytes(req, error, { isAnswered: res.destroyed }) : 0;
  if (stray === undefined) return false;

  const failure = req.complete ? undefined : brokenBody(req, error);
  exchange?.breakOff(failure?.diagnostic ?? strayReason(req, stray), failure);
  // Inform the code that waits for the body.
  if (failure !== undefined && req.listenerCount('error') > 0) req.emit('error', failure);
  close(socket, last);

  return true;
}

/** Closes the connection after the response. The parser reads no more from it. */
function close(socket: Socket, { res }: Pick<ReadMessage, 'res'>): void {
  const linger = (): void => closeLingering(socket);
  // Node.js calls this method to close the connection after the response.
  socket.destroySoon = linger;
  res.shouldKeepAlive = false;
  if (res.destroyed) linger();
  else onceOver(res, linger);
}
