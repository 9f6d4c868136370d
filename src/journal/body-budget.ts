/** How long the bodies of exchanges are kept: those of all sandboxes together have so much room, the oldest go first. */

import type { ExchangeRecord, KeptBody } from './exchange-record.js';

/** Large lists are 80 kB each; a day of tests must not fill the memory with them. */
const MOST_BYTES = 64 * 1_048_576;
/** What is left when room is made: some at once, because a set finds its oldest member only behind those that are gone. */
const BYTES_LEFT = MOST_BYTES - MOST_BYTES / 16;

export class BodyBudget {
  /** The oldest first. */
  readonly #records = new Set<ExchangeRecord>();
  #bytes = 0;

  /** Makes room for the bodies of an exchange. */
  keep(record: ExchangeRecord): void {
    const bytes = sizeOf(record);
    if (bytes === 0) return;
    this.#records.add(record);
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) this.#makeRoom();
  }

  /** Takes note that nobody needs the exchange any more. */
  release(record: ExchangeRecord): void {
    if (this.#records.delete(record)) this.#bytes -= sizeOf(record);
  }

  #makeRoom(): void {
    for (const record of this.#records) {
      if (this.#bytes <= BYTES_LEFT) break;
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
