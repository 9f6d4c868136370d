/** Pages of lists, as every list endpoint returns them (specification section 2.1). */

import { isObject } from '../../../common/json.js';
import type { WorldList } from '../../domain/world/world-lists.js';

/** A part of a list, as responses contain it. */
export interface Page {
  readonly items: readonly object[];
  readonly pagination: { readonly offset: number; readonly limit: number; readonly total: number };
}

/** The least `limit` that the service states on a page if the request names none (specification section 8). */
const LEAST_SHOWN_LIMIT = 10;

/**
 * The requested page of a list, with items in the format of the service. Without a limit, the page is the whole list.
 */
export function requestedPage<Item>(list: WorldList<Item>, query: Query, represent: (item: Item) => object): Page {
  const { offset, limit = Math.max(LEAST_SHOWN_LIMIT, list.length) } = query as { offset: number; limit?: number };
  return {
    items: list.slice(offset, limit).map(represent),
    pagination: { offset, limit, total: list.length },
  };
}

type Query = Readonly<Record<string, unknown>>;

/** The point with variants that a page reaches if its offset is at or beyond the end of the list. */
export function pointOfPage({ pagination: { offset, total } }: Page): { readonly variantPoint?: string } {
  // The first page of an empty list is not beyond its end.
  return offset > 0 && offset >= total ? { variantPoint: 'offset-beyond-end' } : {};
}

/** A list of which pages can be requested, made of an array. */
export function listOf<Item>(items: readonly Item[]): WorldList<Item> {
  return { length: items.length, slice: (offset, limit) => items.slice(offset, offset + limit) };
}

/** The names of members that contain the items of a list. The whole body may be a list as well. */
const LISTS: readonly string[] = ['items', 'credentials', 'results'];

/** The number of items in the body of a list response. */
export function itemsOnPage(body: unknown): number {
  if (Array.isArray(body)) return body.length;

  const members = body as Readonly<Record<string, readonly unknown[] | undefined>>;
  let count = 0;
  for (const name of LISTS) count += members[name]?.length ?? 0;

  return count;
}

/**
 * The most items of a list that is validated and written at once. A longer list takes several turns of the event loop,
 * so that other clients do not wait.
 */
const MOST_AT_ONCE = 100;

/** The name and items of the list in a body, if it has many items. */
export function longListIn(body: unknown): { readonly name: string; readonly items: readonly unknown[] } | undefined {
  if (!isObject(body)) return undefined;

  for (const name of LISTS) {
    const items = body[name];
    if (Array.isArray(items) && items.length > MOST_AT_ONCE) return { name, items };
  }

  return undefined;
}

/** The body of a list response without its items. */
export function withoutItems(body: unknown): unknown {
  const empty = withLists(body, () => []);
  if (!isObject(empty)) return empty;

  const { pagination, totalCount } = empty;
  return {
    ...empty,
    ...(isObject(pagination) && { pagination: { ...pagination, total: 0 } }),
    ...(totalCount !== undefined && { totalCount: 0 }),
  };
}

/** The body of a list response with other items. Lists inside a list, such as `results`, change as well. */
export function withLists(body: unknown, change: (items: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(body)) return change(body);

  const members = { ...(body as Record<string, unknown>) };
  for (const name of LISTS) if (name in members) members[name] = withLists(members[name], change);

  return members;
}
