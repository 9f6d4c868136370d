/**
 * Reads a list to its end although it changes meanwhile. Offsets shift with every row that comes or goes before them:
 * rows that come make items show again, which are passed over; rows that go would make items be missed, so the reader
 * steps back by as many.
 */

import { APIError } from './errors/api-error.js';
import { InvalidArgumentError } from './errors/invalid-argument-error.js';
import { RecentKeys } from './recent-keys.js';

/** How a list is read as a whole. An item comes once, even where the list changes between two pages. */
export interface PagesOptions {
  /** How many items are asked for at a time. Default: 100, or 10 where the service finds that too many. */
  readonly pageSize?: number | undefined;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination?: { readonly total?: unknown };
}

const REMEMBERED_PAGES = 20;

/** How large a page may be the specification does not say (section 8); that it may have 10 items, it does. */
const LARGE_PAGE = 100;
const SPECIFIED_PAGE = 10;

/** @param keyOf what an item is known by */
export async function* readPages<Item, Filter extends object>(
  getPage: (options: Filter & { offset: number; limit: number }) => Promise<Page<Item>>,
  options: Filter & PagesOptions,
  keyOf: (item: Item) => unknown,
): AsyncGenerator<Item, void, undefined> {
  const { pageSize = LARGE_PAGE } = options;
  if (!(Number.isInteger(pageSize) && pageSize > 0))
    throw new InvalidArgumentError(`pageSize must be a whole number above 0, not ${String(pageSize)}`);
  const seen = new RecentKeys(REMEMBERED_PAGES * pageSize);
  let limit = pageSize;
  let offset = 0;
  let lastTotal = 0;
  for (;;) {
    const page = await getPage({ ...options, pageSize: undefined, offset, limit }).catch((error: unknown) => {
      if (options.pageSize !== undefined || limit === SPECIFIED_PAGE || !isRefusal(error)) throw error;
      return undefined;
    });
    if (page === undefined) {
      limit = SPECIFIED_PAGE;
      continue;
    }
    checkPage(page);
    const { items, pagination } = page;
    const total = totalOf(pagination);
    const gone = offset === 0 ? 0 : Math.max(0, lastTotal - total);
    const grown = total - lastTotal;
    lastTotal = total;
    if (gone > 0) {
      offset = Math.max(0, offset - gone);
      continue;
    }
    let news = 0;
    for (const item of items) {
      if (!seen.add(keyOf(item))) continue;
      news += 1;
      yield item;
    }
    offset += items.length;
    // A page of known items alone, with no reason for it, comes from a service that does not mind the offset.
    if (items.length === 0 || offset >= total || (news === 0 && grown <= 0)) return;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.status === 400;
}

function checkPage(page: Page<unknown>): void {
  if (!Array.isArray(page.items)) throw new APIError('the page has no items', { status: 200 });
}

/** Without a total, an empty page is the end. */
function totalOf(pagination: Page<unknown>['pagination']): number {
  const total = Number(pagination?.total);
  return Number.isNaN(total) ? Infinity : total;
}
