/**
 * Tells for which files a request without `Authorization` was really sent without it: browsers export recordings
 * without this header.
 */

import { isSuccess, type SeenExchange } from './seen-exchange.js';

/** What the exchanges of each file show about the header `Authorization`. */
export class KeptAuthorization {
  /**
   * The files that show the header in some request, or that a tool recorded without exporting: these lose no header.
   */
  readonly #filesWithHeader = new Set<number>();
  /** The files that have certainly lost the header: a request without it succeeded although the operation needs it. */
  readonly #filesThatLostHeader = new Set<number>();

  /** Learns from an exchange. Call this for all exchanges of a file. */
  see(exchange: SeenExchange): void {
    const { operation, request, place, isExported = false } = exchange;
    const isBare = request.headers['authorization'] === undefined;

    if (!isBare || !isExported) this.#filesWithHeader.add(place.file);
    if (isBare && operation?.access === 'bearer' && isSuccess(exchange)) this.#filesThatLostHeader.add(place.file);
  }

  /** Whether a file shows `Authorization` wherever it was sent. Ask only after the file's last exchange. */
  isKept(file: number): boolean {
    return this.#filesWithHeader.has(file) && !this.#filesThatLostHeader.has(file);
  }
}
