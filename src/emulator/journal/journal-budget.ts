/** Limits the memory that all journals share. If it is full, the oldest exchanges of all journals are removed. */

import { BodyRing } from './body-ring.js';
import type { KeptBody } from './exchange.js';
import type { ExchangeRecord } from './exchange-record.js';

/**
 * The size of an exchange without its bodies and its URL, in bytes. Texts that exchanges share need hardly more memory.
 */
const RECORD_BYTES = 512;

export class JournalBudget {
  readonly #most: number;
  /** The exchanges, oldest first, each with the function that removes it from its journal. */
  readonly #kept = new Map<ExchangeRecord, (record: ExchangeRecord) => void>();
  readonly #bodies = new BodyRing();
  #bytes = 0;

  /** @param most limit for all exchanges in bytes. Kept bodies have a separate 4 MiB, and are overwritten earlier. */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Adds an exchange, and makes room for it. @param remove removes an exchange from its journal */
  keep(record: ExchangeRecord, remove: (record: ExchangeRecord) => void): void {
    record.requestBody = this.#moved(record.requestBody);
    record.responseBody = this.#moved(record.responseBody);
    this.#kept.set(record, remove);
    this.#bytes += bytesOf(record);
    if (this.#bytes > this.#most) this.#removeOldest();
  }

  /** Stops counting an exchange. */
  release(record: ExchangeRecord): void {
    if (this.#kept.delete(record)) this.#bytes -= bytesOf(record);
  }

  /** Moves a body into the memory for bodies. */
  #moved(body: KeptBody | undefined): KeptBody | undefined {
    return typeof body === 'string' || body instanceof Uint8Array ? this.#bodies.keep(body) : body;
  }

  /** Removes the oldest exchanges in batches, because a map finds its first key slowly after many deletions. */
  #removeOldest(): void {
    const enough = (this.#most / 16) * 15;
    for (const [record, remove] of this.#kept) {
      // The newest exchange stays, even if it alone takes more than the limit.
      if (this.#bytes <= enough || this.#kept.size === 1) break;
      remove(record);
    }
  }
}

/** About how much memory an exchange takes. */
function bytesOf({ url, requestBody, responseBody }: ExchangeRecord): number {
  return RECORD_BYTES + url.length + lengthOf(requestBody) + lengthOf(responseBody);
}

/** The size of a body that is kept. */
function lengthOf(body: KeptBody | undefined): number {
  return typeof body === 'object' ? body.length : 0;
}
