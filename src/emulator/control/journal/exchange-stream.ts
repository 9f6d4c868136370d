/**
 * Sends the exchanges of a journal as server-sent events (HTML standard, section 9.2).
 *
 * A reader may be slower than the exchanges, or not read at all. What it has not read yet waits in this process, so there
 * is a bound: then the reader misses exchanges, and later receives one event with their number.
 */

import type { ServerResponse } from 'node:http';
import type { ExchangeRecord } from '../../journal/exchange-record.js';
import type { ShownJournal } from './shown-journal.js';

/** The bytes that may wait for a reader, apart from the last event. */
const MOST_WAITING_BYTES = 1_048_576;
/** A reader that misses more exchanges in a row is disconnected. */
const MOST_MISSED = 1_000;
/** Proxies close connections without traffic. A comment in this interval prevents that. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** The exchanges that one reader has missed. */
interface Gap {
  /** How many. */
  missed: number;
  /** Number of the first one. */
  readonly from: number;
  /** Number of the last one. */
  to: number;
}

/** Options of {@link streamExchanges}. */
export interface StreamOptions {
  readonly shown: ShownJournal;
  /** Number of the first exchange to send, if the journal still has it. Default: the next exchange. */
  readonly from: number | undefined;
  /** Called when a reader is disconnected because it does not read. */
  readonly onStalled: () => void;
}

/** Sends exchanges to a reader until it leaves or the sandbox is removed. */
export function streamExchanges(reader: ServerResponse, { shown, from, onStalled }: StreamOptions): void {
  const { journal } = shown;
  const show = shown.shower();
  /** Numbers of exchanges that were in the journal before, or came while these were sent. */
  const backlog = from === undefined ? [] : journal.records().flatMap(({ id }) => (id >= from ? [id] : []));
  let gap: Gap | undefined;

  const isReady = (): boolean =>
    reader.writableLength <= MOST_WAITING_BYTES && !reader.destroyed && !reader.writableEnded;
  const sendGap = (): void => {
    if (gap !== undefined) reader.write(`event: gap\ndata: ${JSON.stringify(gap)}\n\n`);
    gap = undefined;
  };
  const send = (record: ExchangeRecord): void => {
    sendGap();
    reader.write(`id: ${record.id}\nevent: exchange\ndata: ${JSON.stringify(show(record))}\n\n`);
  };
  const miss = (id: number): void => {
    gap ??= { missed: 0, from: id, to: id };
    gap.missed++;
    gap.to = id;
    if (gap.missed <= MOST_MISSED || reader.destroyed) return;
    onStalled();
    reader.destroy();
  };
  const catchUp = (): void => {
    while (backlog.length > 0 && isReady()) {
      const id = backlog.shift()!;
      const record = journal.record(id);
      if (record === undefined) miss(id);
      else send(record);
    }
    if (backlog.length === 0 && isReady()) sendGap();
  };
  const onExchange = (record: ExchangeRecord): void => {
    if (backlog.length > 0 && backlog.length <= MOST_MISSED) backlog.push(record.id);
    else if (backlog.length > 0 || !isReady()) miss(record.id);
    else send(record);
  };

  reader.write(': the journal of a sandbox\n\n');
  catchUp();
  reader.on('drain', catchUp);
  const stop = journal.follow({ onExchange, onEnd: () => reader.end() });
  const heartbeat = setInterval(() => {
    if (isReady()) reader.write(':\n\n');
  }, HEARTBEAT_MILLISECONDS);
  heartbeat.unref();
  reader.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}
