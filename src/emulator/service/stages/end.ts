/** Ends an exchange, and reports it to all followers. */

import { isWhollySent } from '../../../common/platform/once-over.js';
import type { Recorded } from '../exchange.js';
import { countAnswer } from './hold.js';

/** How an exchange ends if the client or the emulator leaves before the response, or midway through the response. */
const LEFT_BY_CLIENT = { early: 'client-left', midway: 'client-left-midway' } as const;
/** How the journal names the end if the emulator has closed the connection. */
const LEFT_BY_EMULATOR = { early: 'close', midway: 'cut' } as const;

/**
 * Waits until the system has taken the response, or until the client has left.
 * @param writtenAt a reading of `performance.now()` when the last piece was written to the socket; undefined if the
 *   client left before that
 */
export async function end(exchange: Recorded, writtenAt: number | undefined): Promise<void> {
  const { context, res, received, record, sandbox, brokenBody, held } = exchange;
  if (held !== undefined) {
    record.release = held.release;
    record.ending = held.failure ?? record.ending;
  }

  let sentAt = writtenAt;
  // If a fault ended the connection, there is nothing to wait for.
  const isAwaited = record.ending === undefined && writtenAt !== undefined;
  // The client may have left before the system had taken the whole response.
  if (isAwaited && !(await isWhollySent(res))) sentAt = undefined;

  // How the exchange is named if it ended early. A client with a broken request gets no response. Without a socket,
  // nothing was sent: the response waits until those to earlier requests on the connection were sent.
  const isMidway = res.headersSent && res.socket !== null && brokenBody === undefined;
  const left = context.unfinished.areCutOff ? LEFT_BY_EMULATOR : LEFT_BY_CLIENT;
  if (sentAt === undefined) record.ending = isMidway ? left.midway : left.early;
  // An exchange that a fault never answers has no end.
  if (record.ending !== 'never') record.duration = (sentAt ?? performance.now()) - received;

  context.keeper?.onExchangeOver(record, sandbox);
  // Calls may be held until this call was answered, which means: wholly.
  if (record.ending === undefined) countAnswer(exchange);
  context.onExchange(record, sandbox);
}
