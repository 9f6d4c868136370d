/** Exchanges whose request breaks HTTP after its head: the body ends too early, or is longer than declared. */

import type { Socket } from 'node:net';
import { onceOver } from '../../../common/platform/once-over.js';
import type { Connections } from './connections.js';
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
  if (req.complete) {
    // The whole body was read, so it may only be longer than declared.
    const stray = strayBytes(req, error, { isAnswered: res.destroyed });
    if (stray === undefined) return false;

    exchange?.markBroken(strayReason(req, stray), undefined);
  } else {
    const failure = brokenBody(req, error);
    exchange?.markBroken(failure.diagnostic!, failure);
    // Inform the code that waits for the body.
    if (req.listenerCount('error') > 0) req.emit('error', failure);
  }

  // The parser reads no more from the connection, so close it after the response. Node.js then calls `destroySoon`.
  const close = (): void => closeLingering(socket);
  socket.destroySoon = close;
  res.shouldKeepAlive = false;
  if (res.destroyed) close();
  else onceOver(res, close);

  return true;
}
