/** Sends the numbers of exchanges that meet criteria, for people who search. */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Exchange } from '../../../journal/exchange.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The exchanges that are searched at a time. One with large messages takes milliseconds. */
const STEP = 10;

/**
 * Searches the journal, the newest exchanges first, and then each one that comes, until the reader leaves or the
 * sandbox is removed. An event `searched` says that the journal is done.
 */
export function streamMatches(stream: EventStream, shown: RedactedJournal, matches: (one: Exchange) => boolean): void {
  const { journal } = shown;
  const read = shown.reader();
  const accepts = (record: ExchangeRecord): boolean => matches(read(record));
  const rest = journal.records().map(({ id }) => id);
  stream.sendInSlices(() => {
    // One may have been removed since.
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
