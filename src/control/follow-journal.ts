/** Sends exchanges to a live follower as server-sent events (HTML standard, section 9.2). */

import type { Response } from 'express';
import type { Exchange } from '../journal/exchange.js';
import type { JournalControl } from './journal-control.js';

/** A comment every so often keeps proxies from closing a quiet connection. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** Sends the exchanges from number `from` on that are still kept, and then every one as it comes, until the follower or the sandbox goes. */
export function followJournal(res: Response, journal: JournalControl, from: number | undefined): void {
  const send = (exchange: Exchange): void => {
    res.write(`id: ${exchange.id}\nevent: exchange\ndata: ${JSON.stringify(exchange)}\n\n`);
  };
  res.write(': the journal of a sandbox\n\n');
  if (from !== undefined) journal.exchanges({ after: from - 1 }).forEach(send);
  const stop = journal.follow(send, () => {
    res.end();
  });
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MILLISECONDS);
  heartbeat.unref();
  res.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}
