/** Exchanges whose request breaks HTTP after its head: the body ends too early, or is longer than declared. */

import type { Socket } from 'node:net';
import { onceOver } from '../../../common/platform/once-over.js';
import { diagnosticHeader } from '../diagnostic-header.js';
import type { ServedExchange } from '../exchange.js';
import type { ServiceContext } from '../service-context.js';
import type { ReadMessage } from './connections.js';
import { closeLingering } from './lingering-close.js';
import { brokenBody, type ConnectionError, strayBytes, strayReason } from './parser-errors.js';

/**
 * Assigns an error to the last request on a connection, if that request caused it, and closes the connection after the
 * response. If the service has carried the request out, the result stays.
 * @returns false if another message caused the error
 */
export function breakExchange(context: ServiceContext, socket: Socket, error: ConnectionError): boolean {
  const last = context.connections.lastOn(socket);
  if (last === undefined) return false;

  const { req, res, exchange } = last;
  const stray = req.complete ? strayBytes(req, error, res.destroyed) : 0;
  if (stray === undefined) return false;

  const failure = req.complete ? undefined : brokenBody(req, error);
  const reason = failure?.diagnostic ?? strayReason(req, stray);
  if (exchange !== undefined) {
    if (exchange.record === undefined && failure !== undefined) exchange.brokenBody = failure;
    else note(context, exchange, reason);
  }
  // Inform the code that waits for the body.
  if (failure !== undefined && req.listenerCount('error') > 0) req.emit('error', failure);
  close(socket, last);

  return true;
}

/** Adds the reason to the diagnostics of the exchange, even if its response is being sent. */
function note({ keeper, onExchange }: ServiceContext, exchange: ServedExchange, reason: string): void {
  const { record, sandbox } = exchange;
  exchange.brokenHttp = 'served';
  if (record === undefined) exchange.diagnostics = [...exchange.diagnostics, reason];
  else {
    record.diagnostics = [...record.diagnostics, reason];
    record.brokenHttp = 'served';
    // `responseHeaders` is the object whose headers are about to be written.
    const header = { 'Emulator-Diagnostic': diagnosticHeader(record.diagnostics) };
    if (!exchange.res.headersSent) Object.assign(record.responseHeaders, header);
  }
  if (record?.duration === undefined || sandbox === undefined) return;

  keeper?.recorded(record, sandbox);
  onExchange(record, sandbox);
}

/** Closes the connection after the response. The parser reads no more from it. */
function close(socket: Socket, { res }: Pick<ReadMessage, 'res'>): void {
  const linger = (): void => {
    closeLingering(socket);
  };
  socket.destroySoon = linger;
  res.shouldKeepAlive = false;
  if (res.destroyed) linger();
  else onceOver(res, linger);
}
