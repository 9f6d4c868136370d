/** Tells in which files a request without `Authorization` had none: browsers export recordings without this header. */

import { isSuccess, type SeenExchange } from './seen-exchange.js';

export class KeptAuthorization {
  /** The files that show the header, or were not exported. */
  readonly #showing = new Set<number>();
  /** The files that have lost the header: a request that needs it succeeded without. */
  readonly #losing = new Set<number>();

  see(exchange: SeenExchange): void {
    const { operation, request, place, isExported = false } = exchange;
    const isBare = request.headers['authorization'] === undefined;
    if (!isBare || !isExported) this.#showing.add(place.file);
    if (isBare && operation?.access === 'bearer' && isSuccess(exchange)) this.#losing.add(place.file);
  }

  /** Whether a file has each header that was sent. Ask after its last exchange. */
  isKept(file: number): boolean {
    return this.#showing.has(file) && !this.#losing.has(file);
  }
}
