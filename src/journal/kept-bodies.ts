/** How long the bodies of exchanges are kept: those of all sandboxes together have so much room, the oldest go first. */

import type { ExchangeRecord, KeptBody } from './exchange-record.js';

/** Large lists are 80 kB each; a day of tests must not fill the memory with them. */
const MOST_BYTES = 64 * 1_048_576;

export class KeptBodies {
  /** The oldest first. */
  readonly #records = new Set<ExchangeRecord>();
  #bytes = 0;

  /** Makes room for the bodies of an exchange. */
  keep(record: ExchangeRecord): void {
    this.#records.add(record);
    this.#bytes += sizeOf(record);
    while (this.#bytes > MOST_BYTES) {
      const [oldest] = this.#records;
      this.release(oldest!);
      oldest!.requestBody = withoutContent(oldest!.requestBody);
      oldest!.responseBody = withoutContent(oldest!.responseBody);
    }
  }

  /** Takes note that nobody needs the exchange any more. */
  release(record: ExchangeRecord): void {
    if (this.#records.delete(record)) this.#bytes -= sizeOf(record);
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
