/**
 * Sends the exchanges of a journal as server-sent events, whole or one line each. It costs the exchanges little:
 * several are sent together, and of many a second only as many as the reader asks for.
 */

import { endingText } from '../../../journal/exchange-line.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The exchanges of this time are sent together. */
const INTERVAL_MILLISECONDS = 100;
/** The most exchanges without an end that are watched. */
const MOST_UNFINISHED = 1_000;

/** Where a stream begins, and how fast it is. */
interface StreamQuery {
  /** Number of the first exchange, if the journal still has it. Default: the next exchange. */
  readonly from?: number;
  /** The most exchanges to send in a second. Those that are in the journal already do not count. Default: all. */
  readonly rate?: number;
}

/**
 * Sends exchanges to a reader until it leaves or the sandbox is removed. One that is too slow misses some, and later
 * gets their number.
 * @param show what is sent of an exchange
 */
export function streamJournal(
  stream: EventStream,
  { journal }: RedactedJournal,
  show: (record: ExchangeRecord) => object,
  { from = journal.last + 1, rate = Number.POSITIVE_INFINITY }: StreamQuery,
): void {
  /** Numbers of the exchanges that were in the journal before, the newest first. They are sent in slices. */
  let older = journal
    .records()
    .map(({ id }) => id)
    .filter((id) => id >= from)
    .reverse();
  let waiting: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];
  /** How many exchanges the reader has missed, and the numbers of the first and the last. */
  let gap: { missed: number; from: number; to: number } | undefined;
  let second = { began: 0, sent: 0 };
  let timer: NodeJS.Timeout | undefined;

  const miss = (id: number): void => {
    gap ??= { missed: 0, from: id, to: id };
    gap = { missed: gap.missed + 1, from: Math.min(gap.from, id), to: Math.max(gap.to, id) };
  };
  const sendGap = (): void => {
    if (gap !== undefined) stream.send('gap', gap);
    gap = undefined;
  };
  const send = (record: ExchangeRecord): void => {
    sendGap();
    stream.send('exchange', show(record), record.id);
    if (record.duration === undefined) unfinished = [...unfinished, record].slice(-MOST_UNFINISHED);
  };
  const sendEnds = (): void => {
    for (const { id, duration, ending } of unfinished)
      if (duration !== undefined)
        stream.send('end', { id, duration, ...(ending && { ending, ended: endingText(ending, duration) }) });
    unfinished = unfinished.filter(({ duration }) => duration === undefined);
  };
  const sendWaiting = (): void => {
    const now = performance.now();
    if (now - second.began >= 1_000) second = { began: now, sent: 0 };
    const sent = new Set(chosen(waiting, rate - second.sent));
    second.sent += sent.size;
    for (const record of waiting) if (!sent.has(record)) miss(record.id);
    waiting = [];
    if (older.length > 0) older = [...[...sent].map(({ id }) => id).reverse(), ...older];
    else
      for (const record of sent)
        if (stream.isFull) miss(record.id);
        else send(record);
    if (older.length === 0 && !stream.isFull) sendGap();
  };
  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (stream.isOver) return;
      stream.together(() => {
        sendEnds();
        sendWaiting();
      });
      if (unfinished.length > 0) flushLater();
    }, INTERVAL_MILLISECONDS).unref();
  };

  stream.send('journal', { size: journal.size });
  stream.sendInSlices(() => {
    const id = older.pop();
    if (id === undefined) {
      flushLater();
      return false;
    }
    const record = journal.record(id);
    if (record === undefined) miss(id);
    else send(record);
    return true;
  });
  stream.onDrained(() => {
    if (gap !== undefined) flushLater();
  });
  stream.follow(journal, {
    onExchange: (record) => {
      waiting.push(record);
      flushLater();
    },
    onClear: () => {
      sendWaiting();
      older = [];
      unfinished = [];
      gap = undefined;
      stream.send('clear', {});
    },
  });
  stream.onceClosed(() => {
    clearTimeout(timer);
  });
}

/** Failures and what scenarios have decided first, then the newest; in their order. */
function chosen(records: readonly ExchangeRecord[], most: number): readonly ExchangeRecord[] {
  if (records.length <= most) return records;
  const rank = ({ status, scenarios }: ExchangeRecord): number => Number(status >= 400 || scenarios.length > 0);
  return records
    .toSorted((one, other) => rank(other) - rank(one) || other.id - one.id)
    .slice(0, most)
    .toSorted((one, other) => one.id - other.id);
}
