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

/**
 * Sends outlines to a reader until it leaves or the sandbox is removed.
 * @param journalId tells the journal from that of an earlier start
 */
export function streamOutlines(
  stream: EventStream,
  shown: ShownJournal,
  journalId: string,
  { from, journal: known, rate }: OutlineQuery,
): void {
  const { journal } = shown;
  const atOnce = rate === undefined ? Number.POSITIVE_INFINITY : Math.ceil((rate * INTERVAL_MILLISECONDS) / 1_000);
  let waiting: ExchangeRecord[] = [];
  let unfinished: ExchangeRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let missedInARow = 0;
  // A reset sandbox has another journal.
  const newestRemoved = (): number => shown.journal.removedUpTo;
  let removedUpTo = newestRemoved();

  const send = (records: readonly ExchangeRecord[], most: number): void => {
    missedInARow = stream.isFull ? missedInARow + records.length : 0;
    stream.refuseStalled(missedInARow);
    const sent = new Set(stream.isFull ? [] : chosen(records, most));
    const missed = records.filter((record) => !sent.has(record));
    // Their secrets may be in others.
    for (const record of missed) shown.learnForOutlines(record);
    for (const record of sent) {
      // Against the time of the sandbox's clock, real time shows where the clock was moved.
      stream.send('exchange', { ...shown.outline(record), received: record.received }, record.id);
    }
    if (missed.length > 0) stream.send('gap', { missed: missed.length, from: missed[0]!.id, to: missed.at(-1)!.id });
    unfinished = [...unfinished, ...[...sent].filter(({ duration }) => duration === undefined)].slice(-MOST_UNFINISHED);
  };
  const sendEnds = (): void => {
    for (const { id, duration } of unfinished) if (duration !== undefined) stream.send('end', { id, duration });
    unfinished = unfinished.filter(({ duration }) => duration === undefined);
  };
  const sendWaiting = (): void => {
    sendEnds();
    if (waiting.length > 0) send(waiting, atOnce);
    if (newestRemoved() !== removedUpTo) {
      removedUpTo = newestRemoved();
      stream.send('removed', { upTo: removedUpTo });
    }
    waiting = [];
  };
  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      stream.sendTogether(sendWaiting);
      if (unfinished.length > 0) flushLater();
    }, INTERVAL_MILLISECONDS).unref();
  };

  const isOther = known !== undefined && (known !== journalId || (from ?? 1) > journal.last + 1);
  const first = isOther ? 1 : (from ?? journal.last + 1);
  stream.sendTogether(() => {
    stream.send('journal', { id: journalId, from: first, size: journal.size, removedUpTo });
    const records = journal.records().filter(({ id }) => id >= first);
    if (records.length > 0) send(records, Number.POSITIVE_INFINITY);
  });
  stream.follow(journal, {
    onExchange: (record) => {
      waiting.push(record);
      flushLater();
    },
    onClear: () => {
      waiting = [];
      unfinished = [];
      stream.send('clear', {});
    },
  });
  if (unfinished.length > 0) flushLater();
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
