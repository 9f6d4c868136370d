/**
 * Sends one line of each exchange as server-sent events, for people who look. It costs the exchanges little: several
 * are sent together, and of many a second only as many as the reader asks for.
 */

import type { ServerResponse } from 'node:http';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { ShownJournal } from './shown-journal.js';

/** The outlines of this time are sent together. */
const INTERVAL_MILLISECONDS = 100;
/** The bytes that may wait for a reader. While there are more, it misses exchanges. */
const MOST_WAITING_BYTES = 1_048_576;
/** A reader that misses more exchanges in a row because it does not read is disconnected. */
const MOST_MISSED = 1_000;
/** Proxies close connections without traffic. A comment in this interval prevents that. */
const HEARTBEAT_MILLISECONDS = 15_000;
/** So many exchanges that have not ended are watched. */
const MOST_UNFINISHED = 1_000;

/** Where a stream of outlines begins, and how fast it is. */
interface OutlineQuery {
  /** Number of the first exchange, if the journal still has it. Default: the next exchange. */
  readonly from?: number;
  /** The ID of the journal that `from` is about. Of another one all exchanges are sent. */
  readonly journal?: string;
  /** The most exchanges to send in a second. Those that are in the journal already do not count. Default: all. */
  readonly rate?: number;
}

interface OutlineStreamOptions extends OutlineQuery {
  readonly shown: ShownJournal;
  /** Tells the journal from that of an earlier start. */
  readonly id: string;
  /** Called when a reader is disconnected because it does not read. */
  readonly onStalled: () => void;
}

/** Sends outlines to a reader until it leaves or the sandbox is removed. */
export function streamOutlines(reader: ServerResponse, options: OutlineStreamOptions): void {
  const { shown, id: journalId, from, journal: known, rate, onStalled } = options;
  const { journal } = shown;
  const atOnce = rate === undefined ? Number.POSITIVE_INFINITY : Math.ceil((rate * INTERVAL_MILLISECONDS) / 1_000);
  let waiting: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let missedInARow = 0;
  // A reset sandbox has another journal.
  const newestRemoved = (): number => shown.journal.removedUpTo;
  let removedUpTo = newestRemoved();

  const isFull = (): boolean => reader.writableLength > MOST_WAITING_BYTES;
  const send = (records: readonly ExchangeRecord[], most: number): void => {
    missedInARow = isFull() ? missedInARow + records.length : 0;
    if (missedInARow > MOST_MISSED && !reader.destroyed) {
      onStalled();
      reader.destroy();
    }
    const sent = new Set(isFull() ? [] : chosen(records, most));
    const missed = records.filter((record) => !sent.has(record));
    // Their secrets may be in others.
    for (const record of missed) shown.learnForOutlines(record);
    const gap = { missed: missed.length, from: missed[0]?.id, to: missed.at(-1)?.id };
    const events = [...sent].map((record) => `id: ${record.id}\n${eventOf('exchange', shown.outline(record))}`);
    reader.write(events.join('') + (missed.length > 0 ? eventOf('gap', gap) : ''));
    unfinished = [...unfinished, ...[...sent].filter(({ duration }) => duration === undefined)].slice(-MOST_UNFINISHED);
  };
  const sendEnds = (): void => {
    const ended = unfinished.filter(({ duration }) => duration !== undefined);
    if (ended.length === 0) return;
    reader.write(ended.map(({ id, duration }) => eventOf('end', { id, duration })).join(''));
    unfinished = unfinished.filter(({ duration }) => duration === undefined);
  };
  const flush = (): void => {
    timer = undefined;
    sendEnds();
    if (waiting.length > 0) send(waiting, atOnce);
    if (newestRemoved() !== removedUpTo) {
      removedUpTo = newestRemoved();
      reader.write(eventOf('removed', { upTo: removedUpTo }));
    }
    waiting = [];
    if (unfinished.length > 0) flushLater();
  };
  const flushLater = (): void => {
    timer ??= setTimeout(flush, INTERVAL_MILLISECONDS).unref();
  };

  const isOther = known !== undefined && (known !== journalId || (from ?? 1) > journal.last + 1);
  const first = isOther ? 1 : (from ?? journal.last + 1);
  reader.write(eventOf('journal', { id: journalId, from: first, size: journal.size, removedUpTo }));
  if (first <= journal.last)
    send(
      journal.records().filter(({ id }) => id >= first),
      Number.POSITIVE_INFINITY,
    );
  const stop = journal.follow({
    onExchange: (record) => {
      waiting.push(record);
      flushLater();
    },
    onClear: () => {
      waiting = [];
      unfinished = [];
      reader.write(eventOf('clear', {}));
    },
    onEnd: () => reader.end(),
  });
  if (unfinished.length > 0) flushLater();
  const heartbeat = setInterval(() => {
    if (!isFull()) reader.write(':\n\n');
  }, HEARTBEAT_MILLISECONDS).unref();
  reader.once('close', () => {
    clearTimeout(timer);
    clearInterval(heartbeat);
    stop();
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

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
