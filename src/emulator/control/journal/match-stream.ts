/** Sends the numbers of exchanges that meet criteria, for people who search. */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Exchange } from '../../journal/exchange.js';
import type { EventStream } from './event-stream.js';
import type { ShownJournal } from './shown-journal.js';

/** For so long, exchanges are searched without a pause for others. */
const SLICE_MILLISECONDS = 5;

/**
 * Searches the journal, the newest exchanges first, and then each one that comes, until the reader leaves or the
 * sandbox is removed. An event `searched` says that the journal is done.
 */
export function streamMatches(stream: EventStream, shown: ShownJournal, matches: (one: Exchange) => boolean): void {
  const { journal } = shown;
  const show = shown.shower();
  const accepts = (record: ExchangeRecord): boolean => matches(show(record));
  const rest = journal.records().map(({ id }) => id);
  let next: NodeJS.Immediate;
  const search = (): void => {
    const end = performance.now() + SLICE_MILLISECONDS;
    const ids: number[] = [];
    while (rest.length > 0 && performance.now() < end) {
      // It may have been removed since.
      const record = journal.record(rest.pop()!);
      if (record !== undefined && accepts(record)) ids.push(record.id);
    }
    if (ids.length > 0) stream.send('match', { ids });
    if (rest.length > 0) next = setImmediate(search);
    else stream.send('searched', {});
  };
  next = setImmediate(search);
  stream.follow(journal, {
    onExchange: (record) => {
      if (accepts(record)) stream.send('match', { ids: [record.id] });
    },
  });
  stream.onceClosed(() => {
    clearImmediate(next);
  });
}
