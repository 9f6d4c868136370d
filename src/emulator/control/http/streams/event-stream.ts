/**
 * Server-sent events (HTML standard, section 9.2) about a journal.
 *
 * A reader may be slower than the exchanges, or not read at all. Unread events wait in the memory of this process, so
 * their size is limited: while the stream is full, its users send nothing.
 */

import type { ServerResponse } from 'node:http';
import { turnOfItsOwn } from '../../../../common/platform/end-of-turn.js';
import { duringTurn } from '../../../../common/platform/in-turns.js';
import { onceOver } from '../../../../common/platform/once-over.js';
import type { Steps } from '../../../../common/steps.js';
import type { Follower, Journal } from '../../../journal/journal.js';

/** The most bytes that wait for a reader. The last event may exceed the limit. */
const MOST_WAITING_BYTES = 1_048_576;
/** Proxies close idle connections. A comment in this interval prevents that. */
const HEARTBEAT_MILLISECONDS = 15_000;

/** The stream to one reader. */
export class EventStream {
  readonly #reader: ServerResponse;
  #timer: NodeJS.Timeout | undefined;
  /** The events that `inOneWrite` collects; undefined outside of it. */
  #collected: string | undefined;

  constructor(reader: ServerResponse) {
    this.#reader = reader;
    // The reader learns at once that it is connected.
    reader.write(': the journal of a sandbox\n\n');
    const heartbeat = setInterval(() => {
      if (!this.isFull) reader.write(':\n\n');
    }, HEARTBEAT_MILLISECONDS).unref();
    this.onceClosed(() => {
      clearInterval(heartbeat);
      clearTimeout(this.#timer);
    });
  }

  /** Whether too much waits for the reader, or the stream is over. */
  get isFull(): boolean {
    const waiting = this.#reader.writableLength + (this.#collected?.length ?? 0);
    return waiting > MOST_WAITING_BYTES || this.isOver;
  }

  /**
   * Whether the reader has left or the stream has ended, as when its sandbox is removed. A slow reader leaves later.
   */
  get isOver(): boolean {
    return this.#reader.destroyed || this.#reader.writableEnded;
  }

  /** Sends an event. @param id number of the last exchange that the reader has after this event; default: unchanged */
  send(name: string, data: object, id?: number): void {
    const first = id === undefined ? '' : `id: ${id}\n`;
    const event = `${first}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    if (this.#collected === undefined) this.#reader.write(event);
    else this.#collected += event;
  }

  /**
   * Calls `send` until it returns false or the reader leaves. The calls run in slices: between slices, other requests
   * are served and the reader catches up.
   */
  sendInSlices(send: () => boolean): void {
    const sendSlice = (): void => {
      // The slice ends for one of three reasons: `send` has returned false (then so is `hasMore`), the stream is full
      // (true), or the time of the slice is over (undefined).
      const { value: hasMore } = this.inOneWrite(() => duringTurn(this.#untilFull(send)));
      if (hasMore === false) return;

      if (this.isFull) this.#reader.once('drain', sendLater);
      else sendLater();
    };

    const sendLater = (): void => void turnOfItsOwn().then(sendSlice);
    sendLater();
  }

  /** Calls `send` until the stream is full. Returns whether there is more to send. */
  *#untilFull(send: () => boolean): Steps<boolean> {
    while (!this.isFull) {
      if (!send()) return false;
      yield;
    }
    return true;
  }

  /**
   * Sends the events of `send` in one write, because many writes cost more. `cork()` is no alternative: after a call of
   * it, Node.js 22 may not emit `drain` (https://github.com/nodejs/node/issues/60432).
   *
   * @returns the result of `send`
   */
  inOneWrite<Result>(send: () => Result): Result {
    this.#collected = '';
    const result = send();
    if (this.#collected !== '') this.#reader.write(this.#collected);
    this.#collected = undefined;

    return result;
  }

  /**
   * Calls `send` after the milliseconds, and again and again as long as it returns true. Further calls of this method
   * until then do nothing.
   */
  sendAfter(milliseconds: number, send: () => boolean): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const hasMore = !this.isOver && this.inOneWrite(send);
      if (hasMore) this.sendAfter(milliseconds, send);
    }, milliseconds).unref();
  }

  /** Passes what happens in the journal to the follower until the reader leaves or the sandbox is removed. */
  follow(journal: Journal, follower: Omit<Follower, 'onEnd'>): void {
    this.onceClosed(journal.follow({ ...follower, onEnd: () => this.#reader.end() }));
  }

  /** Calls the function each time the reader has read everything that waited. */
  onDrained(call: () => void): void {
    this.#reader.on('drain', call);
  }

  /** Calls the function when the reader has left. */
  onceClosed(call: () => void): void {
    onceOver(this.#reader, call);
  }
}
