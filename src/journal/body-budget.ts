/** Limits the memory for bodies of exchanges: all sandboxes share it, and the oldest bodies are dropped first. */

import type { KeptBody } from './exchange.js';
import type { ExchangeRecord } from './exchange-record.js';

/** A large list has 50 kB. A day of tests must not fill the memory. */
const MAX_BYTES = 32 * 1_048_576;
/**
 * Bodies are dropped in batches down to this size, because a set finds its first member slowly behind many deleted
 * ones.
 */
const BYTES_AFTER_DROP = MAX_BYTES - MAX_BYTES / 16;

export class BodyBudget {
  /** The oldest first. */
  readonly #records = new Set<ExchangeRecord>();
  #bytes = 0;

  /** Adds the bodies of an exchange, and drops older ones if the memory is full. */
  keep(record: ExchangeRecord): void {
    const bytes = sizeOf(record);
    if (bytes === 0) return;
    this.#records.add(record);
    this.#bytes += bytes;
    if (this.#bytes > MAX_BYTES) this.#dropOldest();
  }

  /** Stops counting the bodies of an exchange. */
  release(record: ExchangeRecord): void {
    if (this.#records.delete(record)) this.#bytes -= sizeOf(record);
  }

  #dropOldest(): void {
    for (const record of this.#records) {
      if (this.#bytes <= BYTES_AFTER_DROP) break;
      this.release(record);
      record.requestBody = withoutContent(record.requestBody);
      record.responseBody = withoutContent(record.responseBody);
    }
  }
}

function sizeOf({ requestBody, responseBody }: ExchangeRecord): number {
  return lengthOf(requestBody) + lengthOf(responseBody);
}

function lengthOf(body: KeptBody | undefined): number {
  return typeof body === 'number' || body === undefined ? 0 : body.length;
}

function withoutContent(body: KeptBody | undefined): KeptBody | undefined {
  return typeof body === 'number' || body === undefined ? body : Buffer.byteLength(body);
}
