/** Sends the numbers of exchanges that meet criteria as server-sent events, for people who search. */

import type { ServerResponse } from 'node:http';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { Exchange } from '../../journal/exchange.js';
import type { ShownJournal } from './shown-journal.js';

/** For so long, exchanges are searched without a pause for others. */
const SLICE_MILLISECONDS = 5;

interface MatchStreamOptions {
  readonly shown: ShownJournal;
  readonly matches: (exchange: Exchange) => boolean;
}

/**
 * Searches the journal, the newest exchanges first, and then each one that comes, until the reader leaves or the sandbox is
 * removed. An event `searched` says that the journal is done.
 */
export function streamMatches(reader: ServerResponse, { shown, matches }: MatchStreamOptions): void {
  const { journal } = shown;
  const show = shown.shower();
  const accepts = (record: ExchangeRecord): boolean => matches(show(record));
  const rest = journal.records().map(({ id }) => id);
  let next: NodeJS.Immediate;
  const send = (name: string, data: object): void => {
    reader.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const search = (): void => {
    const end = performance.now() + SLICE_MILLISECONDS;
    const ids: number[] = [];
    while (rest.length > 0 && performance.now() < end) {
      // It may have been removed since.
      const record = journal.record(rest.pop()!);
      if (record !== undefined && accepts(record)) ids.push(record.id);
    }
    if (ids.length > 0) send('match', { ids });
    if (rest.length > 0) next = setImmediate(search);
    else send('searched', {});
  };
  next = setImmediate(search);
  const stop = journal.follow({
    onExchange: (record) => {
      if (accepts(record)) send('match', { ids: [record.id] });
    },
    onEnd: () => reader.end(),
  });
  reader.once('close', () => {
    clearImmediate(next);
    stop();
  });
}
