/** Writes a response to the socket, in the way that faults decided. */

import { endOfTurn } from '../../../common/platform/end-of-turn.js';
import type { ServedExchange } from '../exchange.js';
import { deliver } from '../http/deliver.js';
import { AT_ONCE } from '../service-response.js';
import type { SerializedResponse } from './serialize.js';

/**
 * Writes the response. Resolves when the response has been written, or when the client has left.
 * @returns a reading of `performance.now()` just before the last piece was written to the socket, or at an error.
 *   Undefined if the client left before that
 */
export async function write(exchange: ServedExchange, response: SerializedResponse): Promise<number | undefined> {
  const { context, res, held, brokenBody } = exchange;
  const { status, headers, body, delivery: decided } = response;
  // A test may have ended the connection of a held call, whatever the faults decided.
  const delivery = held?.failure === undefined ? decided : { ...AT_ONCE, end: held.failure };

  try {
    if (delivery !== undefined) {
      const bytes = typeof body === 'object' ? body : Buffer.from(body ?? '');
      return await deliver(res, { status, headers, body: bytes }, delivery);
    }

    // Only after this turn, Node.js knows whether the client has left.
    await endOfTurn();
    if (res.req.socket.destroyed) return undefined;

    res.writeHead(status, headers);
    if (brokenBody !== undefined) {
      // Write in two pieces: only the second write shows whether a client that sends no more has left.
      res.flushHeaders();
      await endOfTurn();
    }

    const writtenAt = performance.now();
    // A text is ASCII here, so its bytes are equal in latin1 and UTF-8. Node.js writes latin1 many times faster
    // (https://github.com/nodejs/node/pull/61696).
    res.end(body, 'latin1');
    return writtenAt;
  } catch (error) {
    // A part of the response may be written, so it is too late for another response.
    context.onInternalError(error as Error);
    res.destroy();
    return performance.now();
  }
}
