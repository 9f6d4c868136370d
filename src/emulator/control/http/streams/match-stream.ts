/** Sends the numbers of the exchanges that meet criteria, for searches in the inspector. */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** Number of exchanges to search at a time. An exchange with large messages takes milliseconds. */
const STEP = 10;
/** New exchanges are searched in this interval, and again until they have ended: how they end may be what is wanted. */
const INTERVAL_MILLISECONDS = 250;
/** At most this many exchanges that have not ended are searched again. */
const MOST_UNFINISHED = 1_000;

/**
 * Searches the journal, newest exchange first, and then each new exchange until the reader leaves or the sandbox is
 * removed. The event `searched` says that the whole journal was searched.
 */
export function streamMatches(stream: EventStream, shown: RedactedJournal, matches: (one: Exchange) => boolean): void {
  const { journal } = shown;
  const read = shown.reader();
  const rest = journal.records().map(({ id }) => id);
  let arrived: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];

  /** Sends those that match. Of the others, those that have not ended are searched again. */
  const search = (records: readonly ExchangeRecord[]): void => {
    const found = new Set(records.filter((record) => matches(read(record))));
    const open = records.filter((record) => record.duration === undefined && !found.has(record));
    if (found.size > 0) stream.send('match', { ids: [...found].map(({ id }) => id).reverse() });
    unfinished = [...unfinished, ...open].slice(-MOST_UNFINISHED);
    if (unfinished.length > 0) searchLater();
  };

  const searchLater = (): void => {
    stream.sendAfter(INTERVAL_MILLISECONDS, () => {
      const records = [...unfinished, ...arrived];
      unfinished = [];
      arrived = [];
      search(records);
    });
  };

  stream.sendInSlices(() => {
    // An exchange may have been removed since the start of the search.
    search(rest.splice(-STEP).flatMap((id) => journal.record(id) ?? []));
    if (rest.length === 0) stream.send('searched', {});

    return rest.length > 0;
  });
  stream.follow(journal, {
    onExchange: (record) => {
      arrived.push(record);
      searchLater();
    },
  });
}
