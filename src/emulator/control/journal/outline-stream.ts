/**
 * Sends one line of each exchange as server-sent events, for people who look. It costs the exchanges little: several
 * are sent together, and of many a second only as many as the reader asks for.
 */

import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { EventStream } from './event-stream.js';
import type { ShownJournal } from './shown-journal.js';

/** The outlines of this time are sent together. */
const INTERVAL_MILLISECONDS = 100;
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
}

/** Sends outlines to a reader until it leaves or the sandbox is removed. */
export function streamOutlines(stream: EventStream, options: OutlineStreamOptions): void {
  const { shown, id: journalId, from, journal: known, rate } = options;
  const { journal } = shown;
  const atOnce = rate === undefined ? Number.POSITIVE_INFINITY : Math.ceil((rate * INTERVAL_MILLISECONDS) / 1_000);
  let waiting: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let missedInARow = 0;
  // A reset sandbox has another journal.
  const newestRemoved = (): number => shown.journal.removedUpTo;
  let removedUpTo = newestRemoved();

  const sendOutline = (record: ExchangeRecord): void => {
    // Against the time of the sandbox's clock, real time shows where the clock was moved.
    stream.send('exchange', { ...shown.outline(record), received: record.received }, record.id);
    if (record.duration !== undefined) return;
    unfinished.push(record);
    if (unfinished.length > MOST_UNFINISHED) unfinished.shift();
  };
  const send = (records: readonly ExchangeRecord[], most: number): void => {
    missedInARow = stream.isFull ? missedInARow + records.length : 0;
    stream.refuseStalled(missedInARow);
    const sent = new Set(stream.isFull ? [] : chosen(records, most));
    const missed = records.filter((record) => !sent.has(record));
    // Their secrets may be in others.
    for (const record of missed) shown.learnForOutlines(record);
    for (const record of sent) sendOutline(record);
    if (missed.length > 0) stream.send('gap', { missed: missed.length, from: missed[0]!.id, to: missed.at(-1)!.id });
  };
  const sendEnds = (): void => {
    for (const { id, duration } of unfinished) if (duration !== undefined) stream.send('end', { id, duration });
    unfinished = unfinished.filter(({ duration }) => duration === undefined);
  };
  const sendWaiting = (most: number): void => {
    sendEnds();
    if (waiting.length > 0) send(waiting, most);
    if (newestRemoved() !== removedUpTo) {
      removedUpTo = newestRemoved();
      stream.send('removed', { upTo: removedUpTo });
    }
    waiting = [];
  };
  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (older.length > 0) return;
      stream.together(() => {
        sendWaiting(atOnce);
      });
      if (unfinished.length > 0) flushLater();
    }, INTERVAL_MILLISECONDS).unref();
  };

  const isOther = known !== undefined && (known !== journalId || (from ?? 1) > journal.last + 1);
  const first = isOther ? 1 : (from ?? journal.last + 1);
  /** Numbers of the exchanges that were in the journal before, the newest first. */
  const older = journal
    .records()
    .flatMap(({ id }) => (id >= first ? [id] : []))
    .reverse();
  const begun = performance.now();
  stream.send('journal', { id: journalId, from: first, size: journal.size, removedUpTo });
  stream.sendInSlices(() => {
    const record = older.length > 0 ? journal.record(older.pop()!) : undefined;
    if (record !== undefined) sendOutline(record);
    if (older.length > 0) return true;
    // Those that have come meanwhile.
    sendWaiting(atOnce * (1 + Math.floor((performance.now() - begun) / INTERVAL_MILLISECONDS)));
    if (unfinished.length > 0) flushLater();
    return false;
  });
  stream.follow(journal, {
    onExchange: (record) => {
      waiting.push(record);
      if (stream.isFull && older.length > 0) stream.refuseStalled(waiting.length);
      flushLater();
    },
    onClear: () => {
      older.length = 0;
      waiting = [];
      unfinished = [];
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
