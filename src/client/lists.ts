/** Whole lists. */

import { checkNumbers } from './arguments.js';
import type { readPages } from './pages.js';
import type { Page } from './types.js';

/** A whole list: its items one by one, page by page, or all at once. */
export interface List<Item, OfPage> extends AsyncGenerator<Item, void, undefined> {
  /** Reads the list from its beginning, and yields its pages, without the items of earlier pages. */
  pages(): AsyncGenerator<OfPage, void, undefined>;
  /** Reads the list from its beginning: all items, or the first `limit`. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Item[]>;
}

export function listOf<Item, OfPage extends Page<Item>>(
  ...reading: Parameters<typeof readPages<Item, OfPage>>
): List<Item, OfPage> {
  const pages = async function* (): AsyncGenerator<OfPage, void, undefined> {
    // Loaded when it is needed, because most programs read no whole list.
    yield* (await import('./pages.js')).readPages(...reading);
  };

  const items = async function* (): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* page.items;
  };

  const toArray: List<Item, OfPage>['toArray'] = async ({ limit = Infinity } = {}) => {
    checkNumbers(0, { limit }, 'limit');
    const all: Item[] = [];
    // `push` returns the new length. The loop ends with the last wanted item, before another page is requested.
    if (limit > 0) for await (const item of items()) if (all.push(item) >= limit) break;

    return all;
  };

  return Object.assign(items(), { pages, toArray });
}
