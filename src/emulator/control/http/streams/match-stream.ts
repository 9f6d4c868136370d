/** Sends the numbers of the exchanges that meet criteria, for searches in the inspector. */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** Number of exchanges to search at a time. An exchange with large messages takes milliseconds. */
const STEP = 10;

/**
 * Searches the journal, newest exchange first, and then each new exchange until the reader leaves or the sandbox is
 * removed. The event `searched` says that the whole journal was searched.
 */
export function streamMatches(stream: EventStream, shown: RedactedJournal, matches: (one: Exchange) => boolean): void {
  const { journal } = shown;
  const read = shown.reader();
  const accepts = (record: ExchangeRecord): boolean => matches(read(record));
  const rest = journal.records().map(({ id }) => id);
  stream.sendInSlices(() => {
    // An exchange may have been removed since the start of the search.
    const records = rest.splice(-STEP).flatMap((id) => journal.record(id) ?? []);
    const ids = records.filter(accepts).map(({ id }) => id);
    if (ids.length > 0) stream.send('match', { ids: ids.reverse() });
    if (rest.length === 0) stream.send('searched', {});

    return rest.length > 0;
  });
  stream.follow(journal, {
    onExchange: (record) => {
      if (accepts(record)) stream.send('match', { ids: [record.id] });
    },
  });
}
