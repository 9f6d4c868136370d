/** Writes a response to the socket, as faults say. */

import { endOfTurn } from '../../../common/platform/end-of-turn.js';
import type { ServedExchange } from '../exchange.js';
import { deliver } from '../http/deliver.js';
import type { ServiceContext } from '../service-context.js';
import { AT_ONCE } from '../service-response.js';
import type { SerializedResponse } from './serialize.js';

/**
 * Resolves when the response has been written, or when the client is gone.
 * @returns a reading of `performance.now()` when the last of it was handed to the socket, before the client can have
 *   it; undefined if the client left before
 */
export async function write(
  { onInternalError }: ServiceContext,
  { res, held, brokenBody }: ServedExchange,
  { status, headers, body, delivery: decided }: SerializedResponse,
): Promise<number | undefined> {
  const delivery = held?.failure === undefined ? decided : { ...AT_ONCE, end: held.failure };
  try {
    if (delivery !== undefined) {
      const bytes = typeof body === 'object' ? body : Buffer.from(body ?? '');
      return await deliver(res, { status, headers, body: bytes }, delivery);
    }
    await endOfTurn();
    if (res.req.socket.destroyed) return undefined;
    const sent = performance.now();
    // A text is ASCII here, so that latin1 and UTF-8 are the same bytes. Node.js writes latin1 many times faster
    // (https://github.com/nodejs/node/pull/61696).
    res.writeHead(status, headers);
    if (brokenBody !== undefined) {
      // Whether a client that sends no more has left, the second piece shows that is written to it.
      res.flushHeaders();
      await endOfTurn();
    }
    res.end(body, 'latin1');
    return sent;
  } catch (error) {
    // It is too late for another response.
    onInternalError(error as Error);
    res.destroy();
    return performance.now();
  }
}
