/**
 * Sends one line of each exchange as server-sent events, for people who look. It costs the exchanges little: several
 * are sent together, and of many a second only as many as the reader asks for.
 */

import type { ExchangeRecord } from '../../../journal/exchange-record.js';
import type { EventStream } from './event-stream.js';
import type { RedactedJournal } from '../../methods/journal/redacted-journal.js';

/** The outlines of this time are sent together. */
const INTERVAL_MILLISECONDS = 100;
/** The most exchanges without an end that are watched. */
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

/**
 * Sends outlines to a reader until it leaves or the sandbox is removed.
 * @param journalId tells the journal from that of an earlier start
 */
export function streamOutlines(
  stream: EventStream,
  shown: RedactedJournal,
  journalId: string,
  { from, journal: known, rate }: OutlineQuery,
): void {
  const { journal } = shown;
  const limit = new RateLimit(rate);
  const isOther = known !== undefined && (known !== journalId || (from ?? 1) > journal.last + 1);
  const first = isOther ? 1 : (from ?? journal.last + 1);
  /** Numbers of the exchanges that were in the journal before, the newest first. They are sent in slices. */
  let older = journal
    .records()
    .map(({ id }) => id)
    .filter((id) => id >= first)
    .reverse();
  let waiting: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];
  let gap: { readonly missed: number; readonly from: number; readonly to: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let missedInARow = 0;
  // A reset sandbox has another journal.
  const newestRemoved = (): number => shown.journal.removedUpTo;
  let removedUpTo = newestRemoved();

  const send = (record: ExchangeRecord): void => {
    // Against the time of the sandbox's clock, real time shows where the clock was moved.
    stream.send('exchange', { ...shown.outline(record), received: record.received }, record.id);
    if (record.duration !== undefined) return;
    unfinished.push(record);
    if (unfinished.length > MOST_UNFINISHED) unfinished.shift();
  };
  const miss = (records: readonly ExchangeRecord[]): void => {
    const [oldest] = records;
    if (oldest === undefined) return;
    gap = { missed: (gap?.missed ?? 0) + records.length, from: gap?.from ?? oldest.id, to: records.at(-1)!.id };
  };
  const sendGap = (): void => {
    if (gap !== undefined) stream.send('gap', gap);
    gap = undefined;
  };
  const sendWaiting = (): void => {
    if (stream.isFull) missedInARow += waiting.length;
    else missedInARow = 0;
    stream.refuseStalled(missedInARow);
    // While older ones are sent, it is full again and again.
    const sent = new Set(stream.isFull && older.length === 0 ? [] : chosen(waiting, limit.left()));
    limit.use(sent.size);
    miss(waiting.filter((record) => !sent.has(record)));
    if (older.length > 0) older = [...[...sent].map(({ id }) => id).reverse(), ...older];
    else {
      for (const record of sent) send(record);
      sendGap();
    }
    waiting = [];
  };
  const sendEnds = (): void => {
    for (const { id, duration } of unfinished) if (duration !== undefined) stream.send('end', { id, duration });
    unfinished = unfinished.filter(({ duration }) => duration === undefined);
    if (newestRemoved() === removedUpTo) return;
    removedUpTo = newestRemoved();
    stream.send('removed', { upTo: removedUpTo });
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

  stream.send('journal', { id: journalId, from: first, size: journal.size, removedUpTo });
  stream.sendInSlices(() => {
    missedInARow = 0;
    // One may have been removed since.
    const record = older.length > 0 ? journal.record(older.pop()!) : undefined;
    if (record !== undefined) send(record);
    if (older.length > 0) return true;
    sendGap();
    if (unfinished.length > 0) flushLater();
    return false;
  });
  stream.follow(journal, {
    onExchange: (record) => {
      waiting.push(record);
      flushLater();
    },
    onClear: () => {
      older = [];
      waiting = [];
      unfinished = [];
      gap = undefined;
      stream.send('clear', {});
    },
  });
  stream.onceClosed(() => {
    clearTimeout(timer);
  });
}

/** How many exchanges may be sent: however they come, not more than so many in any second. */
class RateLimit {
  readonly #rate: number;
  #used: { readonly at: number; readonly count: number }[] = [];

  /** @param rate in a second; default: no limit */
  constructor(rate = Number.POSITIVE_INFINITY) {
    this.#rate = rate;
  }

  left(): number {
    const now = performance.now();
    this.#used = this.#used.filter(({ at }) => now - at < 1_000);
    return this.#rate - this.#used.reduce((sum, { count }) => sum + count, 0);
  }

  use(count: number): void {
    if (count > 0) this.#used.push({ at: performance.now(), count });
  }
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
