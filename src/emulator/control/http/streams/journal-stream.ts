/**
 * Sends the exchanges of a journal as server-sent events, whole or one line each. That hardly slows the exchanges:
 * events are sent several at a time, and in a second at most as many as the reader asks for.
 */

import { endingText } from '../../../journal/exchange-line.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The exchanges of this time are sent together. */
const INTERVAL_MILLISECONDS = 100;
/** The most exchanges whose ends the stream waits for, to send them. */
const MOST_UNFINISHED = 1_000;

/** Where a stream begins, and how fast it is. */
interface StreamQuery {
  /** Number of the first exchange, if the journal still has it. Default: the next exchange. */
  readonly from?: number;
  /** The most exchanges to send in a second. Those that are in the journal already do not count. Default: all. */
  readonly rate?: number;
  /** Number of the last exchange that the reader had before it lost the stream: `from` does not count then. */
  readonly lastEventId?: number | undefined;
}

/** Exchanges that a reader has missed: how many, and the numbers of the first and the last. */
interface Gap {
  readonly missed: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Sends exchanges to a reader until it leaves or the sandbox is removed. A reader that is too slow misses some, and is
 * told later how many.
 * @param show what is sent of an exchange
 */
export function streamJournal(
  stream: EventStream,
  { journal }: RedactedJournal,
  show: (record: ExchangeRecord) => object,
  { from, rate = Number.POSITIVE_INFINITY, lastEventId }: StreamQuery,
): void {
  const { last } = journal;
  const kept = journal.records();
  // After a reset, or in another emulator, numbers begin anew.
  const beganAnew = lastEventId !== undefined && lastEventId > last;
  const lastHad = beganAnew ? 0 : lastEventId;
  const first = lastHad === undefined ? (from ?? last + 1) : lastHad + 1;
  /** Numbers of the exchanges that were in the journal before, the newest first. They are sent in slices. */
  let older = kept
    .map(({ id }) => id)
    .filter((id) => id >= first)
    .reverse();
  let waiting: ExchangeRecord[] = [];
  let unfinished = lastHad === undefined ? [] : endedSince(lastHad, kept);
  const lost = lastHad === undefined ? 0 : last - lastHad - older.length;
  let gap: Gap | undefined = lost > 0 ? { missed: lost, from: first, to: lastHad! + lost } : undefined;
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

  // A reader that loses the stream before the first exchange comes again with this number.
  stream.send('journal', { size: journal.size }, first - 1);
  if (beganAnew) stream.send('clear', {});
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

/** The exchanges up to a number whose end a reader may not know that had them: they ended after it, or have not yet. */
function endedSince(lastHad: number, kept: readonly ExchangeRecord[]): ExchangeRecord[] {
  const had = kept.filter(({ id }) => id <= lastHad);
  const { received: since = 0 } = had.at(-1) ?? {};
  return had.filter(({ received, duration = Infinity }) => received + duration >= since).slice(-MOST_UNFINISHED);
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
