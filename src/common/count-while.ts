/** A list, or one that computes its items on request. */
interface Searched<Item> {
  readonly length: number;
  at(position: number): Item | undefined;
}

/**
 * How many items at the beginning of a list meet a condition, by binary search.
 * @param holds a condition that no item meets behind one that does not
 * @param from how many are known to meet it
 * @param to the position of the first that is known not to; default: none is
 */
export function countWhile<Item>(
  list: Searched<Item>,
  holds: (item: Item) => boolean,
  from = 0,
  to = list.length,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(list.at(middle)!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
