/** Reads whole lists, page by page, and lists that are filtered by more values than a URL can carry. */

import { check, checkEach, checkTexts, given, isNumberFrom, queryString } from './arguments.js';
import { APIError } from './errors.js';
import type { ListOptions } from './types.js';

/** How a whole list is read. */
export interface PagesOptions {
  /** Items per request. Default: 100, or 10 if the service refuses 100. */
  readonly pageSize?: number | undefined;
}

/** A page as a service sends it; only `items` is checked. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination?: { readonly total?: unknown };
}

/** The specification states no maximum page size, but a default of 10 (section 8). */
const LARGE_PAGE = 100;
const SPECIFIED_PAGE = 10;

const REMEMBERED_PAGES = 20;

/**
 * Yields the items of a list. Items that are added meanwhile shift others to a later page, where they are skipped.
 * @param keyOf identifies an item; undefined if nothing does, then the item is always yielded
 */
export async function* readPages<Item>(
  getPage: (position: { readonly offset: number; readonly limit: number }) => Promise<Page<Item>>,
  pageSize: number | undefined,
  keyOf: (item: Item) => unknown,
): AsyncGenerator<Item, void, undefined> {
  let limit = pageSize ?? LARGE_PAGE;
  checkEach({ pageSize: limit }, (size) => Number.isInteger(size) && isNumberFrom(1)(size), 'a whole number above 0');
  const seen = new Set<unknown>();
  let last = '';
  let lastTotal = 0;
  for (let offset = 0; ;) {
    let page: Page<Item>;
    try {
      page = await getPage({ offset, limit });
    } catch (error) {
      const isRefused = error instanceof APIError && error.status === 400;
      if (!isRefused || pageSize !== undefined || limit === SPECIFIED_PAGE) throw error;
      limit = SPECIFIED_PAGE;
      continue;
    }
    const { items, pagination } = page;
    // Without a total, the list ends with an empty page, or with the same page once more.
    const stated = parseFloat(String(pagination?.total));
    const total = Number.isNaN(stated) ? Infinity : stated;
    const text = total === Infinity ? JSON.stringify(items) : '';
    const news = items.filter((item) => !seen.has(keyOf(item) ?? item));
    if (items.length === 0 || (text && text === last)) return;
    if (news.length === 0 && total <= lastTotal) {
      if (total === Infinity) return;
      throw new APIError(`the service ignores the offset ${offset}: it sent the same items again`, { status: 200 });
    }
    yield* news;
    for (const item of items) seen.add(keyOf(item) ?? item);
    // Only recent items can appear again, and a list may be long.
    for (const key of seen) if (seen.size > REMEMBERED_PAGES * limit) seen.delete(key);
    offset += items.length;
    if (offset >= total) return;
    last = text;
    lastTotal = total;
  }
}

/** Servers and proxies refuse request lines of 8,192 bytes. */
const MOST_CHARACTERS = 6_000;

/**
 * The same list as several shorter ones: a URL can carry about fifty party IDs. An empty array would select everything, and
 * the service splits values at commas.
 * @throws InvalidArgumentError for values that cannot be sent
 */
export function partsOf({ partyIds, emails, ...others }: ListOptions): ListOptions[] {
  const parts: ListOptions[] = [];
  let length = Infinity;
  for (const [name, values] of Object.entries(given({ partyIds, emails }))) {
    checkTexts(name, values);
    check(values.length > 0, `${name} is empty; omit it to read the whole list`);
    for (const value of new Set(values)) {
      check(!value.includes(','), `${name} must not contain a comma, which separates values: ${JSON.stringify(value)}`);
      const added = queryString({ [name]: value }).length;
      length += added;
      if (length > MOST_CHARACTERS) {
        parts.push({ ...others });
        length = added;
      }
      const part = parts[parts.length - 1] as Record<string, string[] | undefined>;
      (part[name] ??= []).push(value);
    }
  }
  return parts.length === 0 ? [others] : parts;
}
