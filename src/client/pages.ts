/** Reads whole lists, page by page, even if a filter has more values than a URL can carry. */

import { check, checkNumbers, filtersIn, defined, queryString } from './arguments.js';
import { APIError } from './errors.js';
import type { ListOptions } from './options.js';
import type { CallOptions } from './settings/call-options.js';
import { numberIn } from './transport/response.js';
import type { Page, Pagination } from './types.js';

/** How a whole list is read. */
export interface PagesOptions {
  /** Items per request. Default: 100. */
  readonly pageSize?: number | undefined;
  /** The number of items to skip. Default: 0. */
  readonly offset?: number | undefined;
}

/** From this number of pages in a row without a new item, the service seems to ignore the offset. */
const MOST_STALE_PAGES = 3;
/**
 * Yields the pages of a list. Many filters are split into parts, and each part is a list with pages of its own. If new
 * items shift an item to a later page, the item is not yielded again.
 * @param id the member that identifies an item. An item without this member is always yielded
 */
export async function* readPages<Item, OfPage extends Page<Item>>(
  getPage: (page: ListOptions, call?: CallOptions) => Promise<OfPage>,
  id: keyof Item,
  options?: ListOptions & PagesOptions,
  call?: CallOptions,
): AsyncGenerator<OfPage, void, undefined> {
  const { pageSize: limit = 100, offset: start = 0, ...filter } = defined(options);
  checkNumbers(1, { pageSize: limit }, 'pageSize');
  checkNumbers(0, { offset: start }, 'offset');

  const parts = partsOf(filter);
  // Each part is a list of its own, and an offset into the whole list says nothing about a part.
  check(start === 0 || parts.length === 1, 'offset needs filters that fit into one URL');

  // An item without the member stands for itself. It equals no other item, and is always yielded.
  const idOf = (item: Item): unknown => item[id] ?? item;
  /** The IDs of all items that were yielded, over all parts. */
  const yielded = new Set<unknown>();

  for (const part of parts) {
    /** The identities of the items on the pages of this part. */
    const seen = new Set<unknown>();
    let lastTotal = 0;
    let stalePages = 0;

    for (let offset = start, total = Infinity; offset < total;) {
      const page = await getPage({ ...part, offset, limit }, call);
      const { items, pagination } = page;
      total = numberIn((pagination as Partial<Pagination> | undefined)?.total);
      // A total is wrong if the items of this page exceed it. A wrong total counts as unknown.
      if (offset + items.length > total) total = Infinity;

      // Without a total, the list ends with a page without new items. An item without an ID is identified by its text.
      const identityOf = (item: Item): unknown => item[id] ?? (total === Infinity ? JSON.stringify(item) : item);
      const isStale = items.every((item) => seen.has(identityOf(item)));
      stalePages = isStale ? stalePages + 1 : 0;
      if (isStale && total === Infinity) break;

      if (isStale && offset < total) {
        // A page without new items is possible while the list grows: new items shift known items onto the page. Then
        // the total grows, too. In any other case, reading on would never end.
        const isStuck = items.length === 0 || total <= lastTotal || stalePages === MOST_STALE_PAGES;
        if (isStuck)
          throw new APIError(`the service sent nothing new at offset ${offset} of ${total}`, { status: 200 });
      }

      // A page may contain an item twice.
      const isFirst = (item: Item, at: number): boolean => items.findIndex((one) => idOf(one) === idOf(item)) === at;
      const newItems = items.filter((item, at) => !yielded.has(idOf(item)) && isFirst(item, at));
      items.forEach((item) => {
        seen.add(identityOf(item));
        yielded.add(idOf(item));
      });

      if (newItems.length > 0) yield { ...page, items: newItems };

      // A page with more items than requested may contain an item twice. The item has one place in the list, and counts
      // once.
      offset += items.length > limit ? new Set(items.map(identityOf)).size : items.length;
      lastTotal = total;
    }
  }
}

/** Servers and proxies refuse request lines from 8,192 bytes on, and the address needs some of them. */
const LONGEST_QUERY = 7_000;
/** Splits the filters of a list into parts, so that no query is too long. No two parts share a value. */
function partsOf({ partyIds, emails, ...others }: ListOptions): ListOptions[] {
  const parts: Record<string, string[]>[] = [];
  // Infinity makes the first value begin the first part.
  let length = Infinity;
  for (const [name, values] of filtersIn({ partyIds, emails })) {
    for (const value of new Set(values)) {
      length += queryString({ [name]: value }).length;
      if (length > LONGEST_QUERY) {
        parts.push({});
        length = queryString({ ...others, [name]: value }).length;
      }
      (parts.at(-1)![name] ??= []).push(value);
    }
  }

  return parts.length === 0 ? [others] : parts.map((part) => ({ ...others, ...part }));
}
