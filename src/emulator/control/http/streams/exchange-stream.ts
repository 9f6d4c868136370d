/** Sends the exchanges of a journal as they come. A reader that is too slow misses some, and later gets the number. */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The most exchanges that wait until older ones are sent. */
const MOST_BACKLOG = 1_000;

/**
 * Sends exchanges to a reader until it leaves or the sandbox is removed.
 * @param from number of the first exchange to send, if the journal still has it. Default: the next exchange
 */
export function streamExchanges(stream: EventStream, shown: RedactedJournal, from: number | undefined): void {
  const { journal } = shown;
  /** Numbers of exchanges that were in the journal before, or came while these were sent. */
  const backlog = from === undefined ? [] : journal.records().flatMap(({ id }) => (id >= from ? [id] : []));
  /** How many exchanges the reader has missed, and the numbers of the first and the last. */
  let gap: { missed: number; readonly from: number; to: number } | undefined;

  const sendGap = (): void => {
    if (gap !== undefined) stream.send('gap', gap);
    gap = undefined;
  };
  const send = (record: ExchangeRecord): void => {
    sendGap();
    stream.send('exchange', shown.exchangeOf(record), record.id);
  };
  const miss = (id: number): void => {
    gap ??= { missed: 0, from: id, to: id };
    gap.missed++;
    gap.to = id;
    stream.refuseStalled(gap.missed);
  };
  const sendOlder = (): boolean => {
    const id = backlog.shift();
    if (id === undefined) {
      sendGap();
      return false;
    }
    const record = journal.record(id);
    if (record === undefined) miss(id);
    else send(record);
    return true;
  };
  const onExchange = (record: ExchangeRecord): void => {
    if (backlog.length > 0 && backlog.length <= MOST_BACKLOG) backlog.push(record.id);
    else if (backlog.length > 0 || stream.isFull) miss(record.id);
    else send(record);
  };

  stream.sendInSlices(sendOlder);
  stream.onDrained(() => {
    if (backlog.length === 0 && !stream.isFull) sendGap();
  });
  stream.follow(journal, { onExchange });
}
