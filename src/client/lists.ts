/** Whole lists, and the filters of lists. */

import { check, checkNumbers, checkTexts, given } from './arguments.js';
import type { ListOptions } from './options.js';
import type { Page } from './types.js';

/** How a whole list is read. */
export interface PagesOptions {
  /** Items per request. Default: 100. */
  readonly pageSize?: number | undefined;
  /** The number of items to skip. Default: 0. */
  readonly offset?: number | undefined;
}
/** A whole list: its items one by one, page by page, or all at once. */
export interface List<Item, OfPage> extends AsyncGenerator<Item, void, undefined> {
  /** Reads the list from its beginning, and yields its pages, without items of earlier ones. */
  pages(): AsyncGenerator<OfPage, void, undefined>;
  /** Reads the list from its beginning: all items, or the first `limit`. */
  toArray(options?: { readonly limit?: number | undefined }): Promise<Item[]>;
}
/** How the pages of a list are read. */
export interface Reading<Item, OfPage extends Page<Item>> {
  readonly getPage: (page: ListOptions) => Promise<OfPage>;
  readonly options: (ListOptions & PagesOptions) | undefined;
  /** The member that identifies an item; an item without it is always yielded. */
  readonly id: keyof Item;
}

export function listOf<Item, OfPage extends Page<Item>>(reading: Reading<Item, OfPage>): List<Item, OfPage> {
  const pages = async function* (): AsyncGenerator<OfPage, void, undefined> {
    // Loaded when it is needed, because most programs read no whole list.
    yield* (await import('./pages.js')).readPages(reading);
  };
  const items = async function* (): AsyncGenerator<Item, void, undefined> {
    for await (const page of pages()) yield* page.items;
  };
  const toArray: List<Item, OfPage>['toArray'] = async ({ limit = Infinity } = {}) => {
    checkNumbers(0, { limit }, 'limit');
    const all: Item[] = [];
    if (limit > 0) for await (const item of items()) if (all.push(item) >= limit) break;
    return all;
  };
  return Object.assign(items(), { pages, toArray });
}
/** @throws InvalidArgumentError for a filter that cannot be sent; an empty one would select everything */
export function filtersIn({ partyIds, emails }: ListOptions): [name: string, values: readonly string[]][] {
  const filters = Object.entries(given({ partyIds, emails })) as [string, readonly string[]][];
  for (const [name, values] of filters) {
    checkTexts(name, values);
    check(values.length > 0, `${name} must not be empty`);
  }
  return filters;
}
