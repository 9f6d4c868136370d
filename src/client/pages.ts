/** Reads whole lists, page by page, even if a filter has more values than a URL can carry. */

import { check, checkNumbers, filtersIn, given, queryString } from './arguments.js';
import { APIError } from './errors.js';
import type { ListOptions } from './options.js';
import { numberIn } from './transport/response.js';
import type { Page, Pagination } from './types.js';

/** How a whole list is read. */
export interface PagesOptions {
  /** Items per request. Default: 100. */
  readonly pageSize?: number | undefined;
  /** The number of items to skip. Default: 0. */
  readonly offset?: number | undefined;
}
/** How the pages of a list are read. */
export interface Reading<Item, OfPage extends Page<Item>> {
  readonly getPage: (page: ListOptions) => Promise<OfPage>;
  readonly options: (ListOptions & PagesOptions) | undefined;
  /** The member that identifies an item. An item without this member is always yielded. */
  readonly id: keyof Item;
}

/** The number of pages in a row without a new item that shows that the service ignores the offset. */
const MOST_STALE = 3;
/**
 * Yields the pages of a list, part by part. If new items shift an item to a later page, the item is not yielded again.
 */
export async function* readPages<Item, OfPage extends Page<Item>>({
  getPage,
  options,
  id,
}: Reading<Item, OfPage>): AsyncGenerator<OfPage, void, undefined> {
  const { pageSize: limit = 100, offset: start = 0, ...filter } = given(options);
  checkNumbers(1, { pageSize: limit }, 'pageSize');
  checkNumbers(0, { offset: start }, 'offset');
  const parts = partsOf(filter);
  check(start === 0 || parts.length === 1, 'offset needs filters that fit into one URL');
  const keyOf = (item: Item): unknown => item[id] ?? item;
  const yielded = new Set<unknown>();

  for (const part of parts) {
    const seen = new Set<unknown>();
    let lastTotal = 0;
    let stale = 0;

    for (let offset = start, total = Infinity; offset < total;) {
      const page = await getPage({ ...part, offset, limit });
      const { items, pagination } = page;
      total = numberIn((pagination as Partial<Pagination> | undefined)?.total);
      // A total is wrong if the page itself exceeds it, and then does not count.
      if (offset + items.length > total) total = Infinity;
      // Without a total, the list ends with a page without new items. An item without an ID is identified by its text.
      const nameOf = (item: Item): unknown => item[id] ?? (total === Infinity ? JSON.stringify(item) : item);
      const isNew = items.some((item) => !seen.has(nameOf(item)));
      stale = isNew ? 0 : stale + 1;
      if (!isNew && total === Infinity) break;

      if (!isNew && offset < total) {
        const isStuck = items.length === 0 || total <= lastTotal || stale === MOST_STALE;
        if (isStuck)
          throw new APIError(`the service sent nothing new at offset ${offset} of ${total}`, { status: 200 });
      }
      const news = items.filter((item) => !yielded.has(keyOf(item)));
      items.forEach((item) => {
        seen.add(nameOf(item));
        yielded.add(keyOf(item));
      });
      if (news.length > 0) yield { ...page, items: news };
      // A page that is too long may have an item twice. The item has one place in the list.
      offset += items.length > limit ? new Set(items.map(nameOf)).size : items.length;
      lastTotal = total;
    }
  }
}
/** Servers and proxies refuse request lines of 8,192 bytes; the rest is for the address. */
const LONGEST_QUERY = 7_000;
/** Splits the filters of a list over several requests, so that no query is too long. No two requests share a value. */
function partsOf({ partyIds, emails, ...others }: ListOptions): ListOptions[] {
  const parts: Record<string, string[]>[] = [];
  let length = Infinity;
  for (const [name, values] of filtersIn({ partyIds, emails }))
    for (const value of new Set(values)) {
      length += queryString({ [name]: value }).length;
      if (length > LONGEST_QUERY) {
        parts.push({});
        length = queryString({ ...others, [name]: value }).length;
      }
      (parts.at(-1)![name] ??= []).push(value);
    }

  return parts.length === 0 ? [others] : parts.map((part) => ({ ...others, ...part }));
}
