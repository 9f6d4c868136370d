/** Follows a list from its first page to its last. */

import type { Json } from './facts.js';
import type { SeenExchange } from './seen-exchange.js';
import { DEFAULT_LIMIT, type SeenPage } from './pages.js';

/** A whole list, walked without filters. */
export interface WholeList {
  /** The orders of the exchanges with the first page and the last one. */
  readonly from: number;
  readonly to: number;
  readonly rows: ReadonlyMap<unknown, Json>;
}

export class ListWalk {
  #from = 0;
  #rows: Map<unknown, Json> | undefined;

  /** Adds a page. @returns the list when its last page has come */
  follow({ order, query }: SeenExchange, page: SeenPage): WholeList | undefined {
    const { items, keys, offset, total } = page;
    if ([...query!.keys()].some((name) => name !== 'offset' && name !== 'limit')) return undefined;
    if (offset === 0) {
      this.#from = order;
      this.#rows = new Map();
    }
    const rows = this.#rows;
    if (rows?.size !== offset) return undefined;
    for (const [at, row] of items.entries()) rows.set(keys[at], row);
    // A full page may not be the last one, whatever its total.
    if (rows.size < total || items.length >= (page.limit ?? DEFAULT_LIMIT)) return undefined;
    this.#rows = undefined;
    return { from: this.#from, to: order, rows };
  }
}
