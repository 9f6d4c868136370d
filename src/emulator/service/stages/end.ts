/** Ends an exchange, and reports it to all followers. */

import { isWhollySent } from '../../../common/platform/once-over.js';
import type { Recorded } from '../exchange.js';
import { noteAnswer } from './hold.js';

/** The endings if the client or the emulator closed the connection: before the response, and in the middle of it. */
const BY_CLIENT = ['client-left', 'client-left-midway'] as const;
const BY_EMULATOR = ['close', 'cut'] as const;

/**
 * Waits until the system has taken the response, or until the client has left.
 * @param written a reading of `performance.now()` when the last piece was written to the socket; undefined if the
 *   client left before that
 */
export async function end(exchange: Recorded, written: number | undefined): Promise<void> {
  const { context, res, received, record, sandbox, brokenBody, held } = exchange;
  if (held !== undefined) {
    record.release = held.release;
    record.ending = held.failure ?? record.ending;
  }
  // If a fault ended the connection, there is nothing to wait for.
  const isSent = written !== undefined && (record.ending !== undefined || (await isWhollySent(res)));
  const sent = isSent ? written : undefined;

  const hasBegun = res.headersSent && res.socket !== null && brokenBody === undefined;
  const [before, midway] = context.unfinished.areCutOff ? BY_EMULATOR : BY_CLIENT;
  if (sent === undefined) record.ending = hasBegun ? midway : before;
  if (record.ending !== 'never') record.duration = (sent ?? performance.now()) - received;

  context.keeper?.recorded(record, sandbox);
  if (record.ending === undefined) noteAnswer(exchange);
  context.onExchange(record, sandbox);
}
