/** Sends the numbers of the exchanges that meet criteria, for searches in the inspector. */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The number of exchanges that are searched in one step. An exchange with large messages takes milliseconds. */
const SEARCHED_AT_ONCE = 10;
/**
 * The time between two searches of new exchanges. An exchange is searched again until it has ended, because its end may
 * be what meets the criteria.
 */
const INTERVAL_MILLISECONDS = 250;
/** The most exchanges without an end that are searched again. More would take time and memory without limit. */
const MOST_UNFINISHED = 1_000;

/** Whether an exchange meets the criteria. */
type Matches = (exchange: Exchange) => boolean;

/**
 * Searches the journal, newest exchange first, and then each new exchange until the reader leaves or the sandbox is
 * removed. The event `searched` says that the whole journal was searched.
 */
export function streamMatches(stream: EventStream, redacted: RedactedJournal, matches: Matches): void {
  const { rawJournal: journal } = redacted;
  const read = redacted.reader();
  const unsearched = journal.records().map(({ id }) => id);
  /** The exchanges to search next: those that had not ended, and the new ones. */
  let pending: ExchangeRecord[] = [];

  /** Sends the numbers of the matching exchanges, newest first. The others wait for their end. */
  const search = (records: readonly ExchangeRecord[]): void => {
    const found = new Set(records.filter((record) => matches(read(record))));
    if (found.size > 0) stream.send('match', { ids: [...found].map(({ id }) => id).reverse() });

    const notEnded = records.filter((record) => record.duration === undefined && !found.has(record));
    pending = [...notEnded.slice(-MOST_UNFINISHED), ...pending];
  };

  /** Searches the pending exchanges after the interval, and again as long as any has not ended. */
  const searchLater = (): void => {
    stream.sendAfter(INTERVAL_MILLISECONDS, () => {
      const records = pending;
      pending = [];
      search(records);

      return pending.length > 0;
    });
  };

  stream.sendInSlices(() => {
    // The newest exchanges are at the end of the list. An exchange may have been removed since the start of the search.
    search(unsearched.splice(-SEARCHED_AT_ONCE).flatMap((id) => journal.record(id) ?? []));
    if (pending.length > 0) searchLater();
    if (unsearched.length === 0) stream.send('searched', {});

    return unsearched.length > 0;
  });
  stream.follow(journal, {
    onExchange: (record) => {
      pending.push(record);
      searchLater();
    },
  });
}
