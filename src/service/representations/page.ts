/** Pages of lists, as every list endpoint answers them (specification section 2.1). */

import type { PatchedList } from '../../domain/world/patched-list.js';

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly offset: number; readonly limit: number; readonly total: number };
}

/** The asked-for page of a list, each item as it goes over the wire. */
export function pageOf<Item, Wire>(
  list: Pick<PatchedList<Item>, 'length' | 'slice'>,
  query: Readonly<Record<string, unknown>>,
  represent: (item: Item) => Wire,
): Page<Wire> {
  const { offset, limit } = query as { offset: number; limit: number };
  return {
    items: list.slice(offset, limit).map(represent),
    pagination: { offset, limit, total: list.length },
  };
}

/** An array as a list that can be paged. */
export function listOf<Item>(items: readonly Item[]): Pick<PatchedList<Item>, 'length' | 'slice'> {
  return { length: items.length, slice: (offset, limit) => items.slice(offset, offset + limit) };
}
