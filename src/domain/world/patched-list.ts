/** A long list that is computed item by item, with some items taken out and some put in. */

/** A list that knows its length and makes any of its items on request. */
export interface ComputedList<Item> {
  readonly length: number;
  at(position: number): Item;
}

/** Items put in before the item that stands at `position` of the computed list. */
export interface Insertion<Item> {
  readonly position: number;
  readonly item: Item;
}

export class PatchedList<Item> implements ComputedList<Item> {
  readonly length: number;
  readonly #list: ComputedList<Item>;
  /** Where the result departs from the list, in the order of the result. */
  readonly #runs: readonly Run<Item>[];

  /**
   * @param removed positions in `list`, each once, in any order
   * @param inserted in the order in which items at the same position shall stand
   */
  constructor(list: ComputedList<Item>, removed: readonly number[], inserted: readonly Insertion<Item>[]) {
    this.#list = list;
    this.#runs = runs(
      list.length,
      removed.toSorted((a, b) => a - b),
      inserted.toSorted((a, b) => a.position - b.position),
    );
    this.length = list.length - removed.length + inserted.length;
  }

  at(position: number): Item {
    const run = this.#runs[this.#runAt(position)]!;
    return run.item === undefined ? this.#list.at(run.from + position - run.start) : run.item;
  }

  /** The items from `offset` on, `limit` at most. */
  slice(offset: number, limit: number): Item[] {
    const end = Math.min(this.length, offset + limit);
    const items: Item[] = [];
    for (let position = offset; position < end; position++) items.push(this.at(position));
    return items;
  }

  #runAt(position: number): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#runs[middle]!.start <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A stretch of the result: one item put in, or items of the list from `from` on. */
interface Run<Item> {
  /** Where in the result it starts. */
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
