/** Limits the memory of all journals: they share it, and the oldest exchanges go first. */

import type { ExchangeRecord } from './exchange-record.js';

/** Whose exchanges are counted. */
interface ExchangeKeeper {
  /** Removes an exchange. */
  remove(record: ExchangeRecord): void;
}

/** An exchange without its URL, headers of the request and bodies. */
const RECORD_BYTES = 1_024;

export class JournalBudget {
  readonly #most: number;
  /** The oldest first. */
  readonly #kept = new Map<ExchangeRecord, ExchangeKeeper>();
  #bytes = 0;

  /** @param most bytes of all exchanges */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Adds an exchange, and makes room for it. */
  keep(record: ExchangeRecord, keeper: ExchangeKeeper): void {
    this.#kept.set(record, keeper);
    this.#bytes += bytesOf(record);
    if (this.#bytes > this.#most) this.#removeOldest();
  }

  /** Stops counting an exchange. */
  release(record: ExchangeRecord): void {
    if (this.#kept.delete(record)) this.#bytes -= bytesOf(record);
  }

  /** Exchanges go in batches, because a map finds its first key slowly behind many deleted ones. */
  #removeOldest(): void {
    for (const [record, keeper] of this.#kept) {
      if (this.#bytes <= (this.#most / 16) * 15 || this.#kept.size === 1) break;
      keeper.remove(record);
    }
  }
}

function bytesOf({ url, requestHeaders, requestBody, responseBody }: ExchangeRecord): number {
  const texts = [url, ...requestHeaders, requestBody, responseBody];
  return texts.reduce<number>(
    (sum, text) => sum + (typeof text === 'object' || typeof text === 'string' ? text.length : 0),
    RECORD_BYTES,
  );
}
