/**
 * Reads a list to its end even if it changes meanwhile. Rows that are added shift items to later pages: repeated items are
 * skipped. Rows that are removed shift items to earlier pages: the reader steps back by as many rows.
 */

import { APIError, InvalidArgumentError } from './errors.js';

/** How a whole list is read. Each item is yielded once, even if the list changes between two pages. */
export interface PagesOptions {
  /** Items per request. Default: 100, or 10 if the service refuses 100. */
  readonly pageSize?: number | undefined;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination?: { readonly total?: unknown };
}

const REMEMBERED_PAGES = 20;

/** The specification states no maximum page size, but a default of 10 (section 8). */
const LARGE_PAGE = 100;
const SPECIFIED_PAGE = 10;

/** @param keyOf identifies an item */
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
    // A page of known items without a change of the list means that the service ignores the offset.
    if (items.length === 0 || offset >= total || (news === 0 && grown <= 0)) return;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.status === 400;
}

function checkPage(page: Page<unknown>): void {
  if (!Array.isArray(page.items)) throw new APIError('the page has no items', { status: 200 });
}

/** Infinity if the response has no total: then an empty page ends the list. */
function totalOf(pagination: Page<unknown>['pagination']): number {
  const total = Number(pagination?.total);
  return Number.isNaN(total) ? Infinity : total;
}

/** The most recent keys; older ones are dropped, so that a list of any length can be read. */
class RecentKeys {
  readonly #keys = new Set<unknown>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers the key. @returns whether it is new */
  add(key: unknown): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#keys.size > this.#most) this.#keys.delete(this.#keys.values().next().value);
    return true;
  }
}
