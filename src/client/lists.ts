/** Reads whole lists, page by page, and lists that are filtered by more values than a URL can carry. */

import { check, checkNumbers, checkTexts, given } from './arguments.js';
import { APIError } from './errors.js';
import { numberIn } from './transport/response.js';
import type { ListOptions } from './options.js';

/** How a whole list is read. */
export interface PagesOptions {
  /** Items per request. Default: 100. */
  readonly pageSize?: number | undefined;
}

/** A page as a service sends it; only `items` is checked. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination?: { readonly total?: unknown };
}

/**
 * Yields the items of a list, part by part and page by page. Items that are added meanwhile shift others to a later page,
 * where they are skipped.
 * @param id the member that identifies an item; an item without it is always yielded
 */
export async function* readList<Item>(
  getPage: (page: ListOptions) => Promise<Page<Item>>,
  options: (ListOptions & PagesOptions) | undefined,
  id?: keyof Item,
): AsyncGenerator<Item, void, undefined> {
  const { pageSize: limit = 100, ...filter } = given(options);
  checkNumbers({ pageSize: limit }, 1, 'pageSize');
  const keyOf = (item: Item): unknown => (id && item[id]) ?? item;
  for (const part of partsOf(filter)) {
    const seen = new Set<unknown>();
    let last = '';
    let lastTotal = 0;
    for (let offset = 0, total = Infinity; offset < total;) {
      const { items, pagination } = await getPage({ ...part, offset, limit });
      const news = items.filter((item) => !seen.has(keyOf(item)));
      // Without a total, the list ends with an empty page, or with the same page once more.
      total = numberIn(pagination?.total);
      const text = JSON.stringify(items);
      if (items.length === 0 || (total === Infinity && (news.length === 0 || text === last))) break;
      if (news.length === 0 && total <= lastTotal)
        throw new APIError(`the service ignored the offset ${offset}`, { status: 200 });
      yield* news;
      for (const item of items) seen.add(keyOf(item));
      offset += items.length;
      last = text;
      lastTotal = total;
    }
  }
}

/** Servers and proxies refuse request lines of 8,192 bytes; a party ID takes about 130 of them. */
const MOST_VALUES = 40;

/**
 * The same list as several shorter ones: a URL can carry a limited number. An empty array would select everything.
 * @throws InvalidArgumentError for values that cannot be sent
 */
export function partsOf({ partyIds, emails, ...others }: ListOptions = {}): ListOptions[] {
  const parts: ListOptions[] = [];
  let count = 0;
  let part: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(given({ partyIds, emails }))) {
    checkTexts(name, values);
    check(values.length > 0, `${name} must not be empty`);
    for (const value of new Set(values)) {
      if (count++ % MOST_VALUES === 0) parts.push((part = { ...others }));
      ((part[name] ??= []) as unknown[]).push(value);
    }
  }
  return parts.length === 0 ? [others] : parts;
}
