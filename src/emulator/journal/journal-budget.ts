/** Limits the memory of all journals: they share it, and the oldest exchanges go first. */

import { BodyInMemory, BodyMemory } from './body-memory.js';
import type { KeptBody } from './exchange.js';
import type { ExchangeRecord } from './exchange-record.js';

/** Whose exchanges are counted. */
interface ExchangeKeeper {
  /** Removes an exchange. */
  remove(record: ExchangeRecord): void;
}

/** For bodies. A large list has 50 kB. A day of tests must not fill the memory. */
const MOST_BODY_BYTES = 4 * 1_048_576;
/** An exchange without its bodies and its URL: texts that exchanges have in common are kept once. */
const RECORD_BYTES = 512;

/** Shorter bodies would leave most of a block empty, in bytes. */
const SHORTEST_MOVED = 512;

/** How large an exchange counts, in bytes. */
function weightOf(record: ExchangeRecord): number {
  return RECORD_BYTES + record.url.length + bodyBytes(record);
}

export class JournalBudget {
  readonly #most: number;
  /** The oldest first. */
  readonly #kept = new Map<ExchangeRecord, ExchangeKeeper>();
  readonly #bodies = new BodyMemory();
  /** Those that have a body, the oldest first. */
  readonly #withBody = new Set<ExchangeRecord>();
  #bytes = 0;
  #bodyBytes = 0;

  /** @param most bytes of all exchanges. Their bodies have 4 MiB of it at most, and go first. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Adds an exchange, and makes room for it. */
  keep(record: ExchangeRecord, keeper: ExchangeKeeper): void {
    const bytes = bodyBytes(record);
    this.#kept.set(record, keeper);
    this.#bytes += weightOf(record);
    if (bytes > 0) {
      this.#withBody.add(record);
      this.#bodyBytes += bytes;
      record.requestBody = this.#moved(record.requestBody);
      record.responseBody = this.#moved(record.responseBody);
    }
    if (this.#bodyBytes > MOST_BODY_BYTES) this.#dropBodies(afterDrop(MOST_BODY_BYTES));
    if (this.#bytes > this.#most) this.#removeOldest(afterDrop(this.#most));
  }

  /** Stops counting an exchange. */
  release(record: ExchangeRecord): void {
    if (!this.#kept.delete(record)) return;
    const bytes = bodyBytes(record);
    this.#bytes -= weightOf(record);
    if (this.#withBody.delete(record)) this.#dropBody(record, bytes);
  }

  #dropBodies(most: number): void {
    for (const record of this.#withBody) {
      if (this.#bodyBytes <= most) break;
      const bytes = bodyBytes(record);
      this.#withBody.delete(record);
      this.#dropBody(record, bytes);
      this.#bytes -= bytes;
    }
  }

  /** A request may still be at its end when its exchange is dropped, so that the exchange is without the body then. */
  #dropBody(record: ExchangeRecord, bytes: number): void {
    this.#bodyBytes -= bytes;
    record.requestBody = this.#released(record.requestBody);
    record.responseBody = this.#released(record.responseBody);
  }

  #moved(body: KeptBody | undefined): KeptBody | undefined {
    return body instanceof Uint8Array && body.length >= SHORTEST_MOVED ? this.#bodies.keep(body) : body;
  }

  /** The length of the body. */
  #released(body: KeptBody | undefined): number | undefined {
    if (body instanceof BodyInMemory) this.#bodies.release(body);
    return typeof body === 'string' ? Buffer.byteLength(body) : typeof body === 'object' ? body.length : body;
  }

  #removeOldest(most: number): void {
    for (const [record, keeper] of this.#kept) {
      if (this.#bytes <= most || this.#kept.size === 1) break;
      keeper.remove(record);
    }
  }
}

/** Exchanges go in batches, because a set finds its first member slowly behind many deleted ones. */
function afterDrop(most: number): number {
  return most - most / 16;
}

function bodyBytes({ requestBody, responseBody }: ExchangeRecord): number {
  return lengthOf(requestBody) + lengthOf(responseBody);
}

function lengthOf(body: KeptBody | undefined): number {
  return typeof body === 'number' || body === undefined ? 0 : body.length;
}
