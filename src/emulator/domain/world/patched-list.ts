/** A long list that is computed item by item, with some items removed and others inserted. */

import { countWhile } from '../../../common/count-while.js';
import type { Span } from '../time/now.js';

/** A list that computes its items on request. */
export interface ComputedList<Item> {
  readonly length: number;
  at(position: number): Item;
}

/** An item to insert before the item at `position` of the computed list. */
export interface Insertion<Item> {
  readonly position: number;
  readonly item: Item;
}

/** A list of a world, which is valid in a span of time, until the world changes. */
export interface KnownList<Item = unknown> extends Span {
  /** The version of the world. */
  readonly version: number;
  readonly list: PatchedList<Item>;
}

export class PatchedList<Item> implements ComputedList<Item> {
  readonly length: number;
  readonly #list: ComputedList<Item>;
  /** In the order of the result. */
  readonly #runs: readonly Run<Item>[];

  /**
   * @param removed distinct positions in `list`, in any order
   * @param inserted items for the same position must be in their final order
   */
  constructor(list: ComputedList<Item>, removed: readonly number[], inserted: readonly Insertion<Item>[]) {
    this.#list = list;
    const holes = removed.toSorted((a, b) => a - b);
    const insertions = inserted.toSorted((a, b) => a.position - b.position);
    this.#runs = runs(list.length, holes, insertions);
    this.length = list.length - removed.length + inserted.length;
  }

  at(position: number): Item {
    const run = this.#runs[countWhile(this.#runs, ({ start }) => start <= position) - 1]!;
    return run.item ?? this.#list.at(run.from + position - run.start);
  }

  /** At most `limit` items from `offset` on. */
  slice(offset: number, limit: number): Item[] {
    const end = Math.min(this.length, offset + limit);
    const items: Item[] = [];
    for (let position = offset; position < end; position++) items.push(this.at(position));
    return items;
  }
}

/** A part of the result: one inserted item, or items of the list from `from` on. */
interface Run<Item> {
  /** Position of the first item in the result. */
  readonly start: number;
  readonly from: number;
  readonly item?: Item;
}

function runs<Item>(length: number, removed: readonly number[], inserted: readonly Insertion<Item>[]): Run<Item>[] {
  const result: Run<Item>[] = [];
  let start = 0;
  let from = 0;
  let nextRemoved = 0;
  const copyUpTo = (position: number): void => {
    while (from < position) {
      const hole = removed[nextRemoved] ?? length;
      const end = Math.min(position, hole);
      if (end > from) {
        result.push({ start, from });
        start += end - from;
        from = end;
      }
      if (from === hole && from < position) {
        from++;
        nextRemoved++;
      }
    }
  };
  for (const { position, item } of inserted) {
    copyUpTo(position);
    result.push({ start, from, item });
    start++;
  }
  copyUpTo(length);
  return result;
}
