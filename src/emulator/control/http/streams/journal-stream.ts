/**
 * Sends the exchanges of a journal as server-sent events, whole or as one line each. The stream hardly slows the
 * emulator: it sends events in groups, and the reader can limit the number per second.
 */

import { endingText } from '../../../journal/exchange-line.js';
import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { Journal } from '../../../journal/journal.js';
import type { EventStream } from './event-stream.js';

/** The time between two groups of events. Exchanges within this interval are sent together. */
const INTERVAL_MILLISECONDS = 100;
/** The most unfinished exchanges whose ends the stream reports. More would take memory without limit. */
const MOST_UNFINISHED = 1_000;

/** Where a stream begins, and how fast it is. */
interface StreamQuery {
  /** Number of the first exchange, if the journal still has it. Default: the next exchange. */
  readonly from?: number;
  /** The most new exchanges to send in a second. Default: no limit. The rate does not limit older exchanges. */
  readonly rate?: number;
  /** Number of the last exchange that the reader had before it lost the stream. It takes precedence over `from`. */
  readonly lastEventId?: number | undefined;
}

/** Exchanges that a reader has missed: how many, and the numbers of the first and the last. */
type Gap = Readonly<Record<'missed' | 'from' | 'to', number>>;

/**
 * Sends exchanges to a reader until the reader leaves or the sandbox is removed. A reader that is too slow misses
 * exchanges, and later learns their number.
 * @param show returns the data to send for an exchange
 */
export function streamJournal(
  stream: EventStream,
  journal: Journal,
  show: (record: ExchangeRecord) => object,
  { from, rate = Infinity, lastEventId }: StreamQuery,
): void {
  const { beganAnew, lastHad, first, isNew } = beginningOf(journal.last, from, lastEventId);
  const kept = journal.records();

  /** Numbers of the exchanges that are in the journal already, newest first. They are sent in slices. */
  let olderIds = idsOf(kept).filter(isNew);
  /** New exchanges that are not sent yet. */
  let waiting: ExchangeRecord[] = [];
  /** Exchanges that the reader has, but whose ends the reader does not know. */
  let unfinished = lastHad === undefined ? [] : endedSince(lastHad, kept);
  // How many exchanges after the reader's last one the journal has removed. Refused messages do not count.
  const lost = lastHad === undefined ? 0 : journal.last + 1 - first - olderIds.filter(Number.isInteger).length;
  /** What the reader has missed and was not told yet. */
  let gap: Gap | undefined = lost > 0 ? { missed: lost, from: first, to: first + lost - 1 } : undefined;
  /** When the current second began, and how many new exchanges were sent in it. */
  let currentSecond = { began: 0, sent: 0 };

  /** Notes that the reader misses an exchange. */
  const noteMissed = (id: number): void => {
    gap ??= { missed: 0, from: id, to: id };
    gap = { missed: gap.missed + 1, from: Math.min(gap.from, id), to: Math.max(gap.to, id) };
  };

  /** Tells the reader what it has missed, if it has missed anything. */
  const sendGap = (): void => {
    if (gap !== undefined) stream.send('gap', gap);
    gap = undefined;
  };

  /** Sends an exchange, and before it what the reader has missed. */
  const send = (record: ExchangeRecord): void => {
    sendGap();
    stream.send('exchange', show(record), record.id);
    if (record.duration === undefined) unfinished = [...unfinished, record].slice(-MOST_UNFINISHED);
  };

  /** Tells the reader which exchanges have ended since they were sent. */
  const sendEnds = (): void => {
    for (const { id, duration, ending } of unfinished) {
      if (duration === undefined) continue;

      const ended = ending && { ending, ended: endingText(ending, duration) };
      stream.send('end', { id, duration, ...ended });
    }

    unfinished = unfinished.filter(({ duration }) => duration === undefined);
  };

  /** Sends the new exchanges, as many as the rate allows. The reader misses the others. */
  const sendWaiting = (): void => {
    const now = performance.now();
    if (now - currentSecond.began >= 1_000) currentSecond = { began: now, sent: 0 };

    const arrived = waiting;
    waiting = [];
    const toSend = new Set(chosen(arrived, rate - currentSecond.sent));
    currentSecond.sent += toSend.size;

    // The newest exchange is not left out but waits, so that the last one that the reader gets is the newest.
    const leaveOut = (record: ExchangeRecord): void => {
      if (record === arrived.at(-1)) waiting = [record];
      else noteMissed(record.id);
    };

    for (const record of arrived) if (!toSend.has(record)) leaveOut(record);
    // The reader gets exchanges in order. While older ones wait for a slice, new ones join them at the end.
    if (olderIds.length > 0) {
      olderIds = [...idsOf(toSend), ...olderIds];
      return;
    }

    for (const record of toSend) {
      if (stream.isFull) leaveOut(record);
      else send(record);
    }

    if (!stream.isFull) sendGap();
  };

  /** Sends all that is new after the interval, and again as long as anything is open. */
  const flushLater = (): void => {
    stream.sendAfter(INTERVAL_MILLISECONDS, () => {
      sendEnds();
      sendWaiting();

      return unfinished.length > 0 || waiting.length > 0;
    });
  };

  // A reader that loses the stream before the first exchange reconnects with this number.
  stream.send('journal', { size: journal.size }, lastHad ?? first - 1);
  if (beganAnew) stream.send('clear', {});

  // Four things drive the stream: older exchanges, a reader that catches up, new exchanges, and a cleared journal.
  stream.sendInSlices(() => {
    const id = olderIds.pop();
    if (id === undefined) {
      flushLater();
      return false;
    }

    const record = journal.record(id);
    // The journal may have removed an old exchange while it waited.
    if (record === undefined) noteMissed(id);
    else send(record);
    return true;
  });
  // A reader that was too slow learns what it has missed as soon as it has read the rest.
  stream.onDrained(() => {
    if (gap !== undefined) flushLater();
  });
  stream.follow(journal, {
    onExchange: (record) => {
      waiting.push(record);
      flushLater();
    },
    onClear: () => {
      // What has arrived before the journal was cleared is still sent.
      sendWaiting();
      waiting = [];
      olderIds = [];
      unfinished = [];
      gap = undefined;
      stream.send('clear', {});
    },
  });
}

/** With which exchange a stream begins. */
interface Beginning {
  /** Whether the reader has exchanges from before a reset or from another emulator: numbers have started again. */
  readonly beganAnew: boolean;
  /** The number of the reader's last exchange. Undefined if the stream is the reader's first one. */
  readonly lastHad: number | undefined;
  /** The number of the first exchange to send. */
  readonly first: number;
  readonly isNew: (id: number) => boolean;
}

/**
 * Exchanges have the numbers 1, 2, 3. A message that the HTTP parser refused has a number with a fraction, such as 7.5:
 * it arrived between the exchanges 7 and 8.
 * @param last number of the journal's last exchange
 */
function beginningOf(last: number, from = last + 1, lastEventId?: number): Beginning {
  if (lastEventId === undefined)
    return { beganAnew: false, lastHad: undefined, first: from, isNew: (id) => id >= from };

  const beganAnew = Math.floor(lastEventId) > last;
  const lastHad = beganAnew ? 0 : lastEventId;
  // After 7.5, the next exchange is 8. New are also refused messages before it, such as 7.7.
  return { beganAnew, lastHad, first: Math.floor(lastHad) + 1, isNew: (id) => id > lastHad };
}

/** The numbers of exchanges, newest first. */
function idsOf(records: Iterable<ExchangeRecord>): number[] {
  return [...records].map(({ id }) => id).reverse();
}

/**
 * Exchanges up to the number `lastHad` whose ends the reader may not know: they ended after the reader's last exchange
 * had arrived, or have not ended yet.
 */
function endedSince(lastHad: number, kept: readonly ExchangeRecord[]): ExchangeRecord[] {
  const had = kept.filter(({ id }) => id <= lastHad);
  const { received: since = 0 } = had.at(-1) ?? {};
  return had.filter(({ received, duration = Infinity }) => received + duration >= since).slice(-MOST_UNFINISHED);
}

/**
 * At most `most` records, in their order. Failures and exchanges with scenarios are chosen first, and among equals, the
 * newer ones.
 */
function chosen(records: readonly ExchangeRecord[], most: number): readonly ExchangeRecord[] {
  if (records.length <= most) return records;

  const rank = ({ status, scenarios }: ExchangeRecord): number => Number(status >= 400 || scenarios.length > 0);
  const bestFirst = records.toSorted((one, other) => rank(other) - rank(one) || other.id - one.id);

  return bestFirst.slice(0, most).toSorted((one, other) => one.id - other.id);
}
