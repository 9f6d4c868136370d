/**
 * How many items at the beginning of a list meet a condition, by binary search.
 * @param holds a condition that no item meets behind one that does not
 */
export function countWhile<Item>(list: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(list[middle]!)) low = middle + 1;
    else high = middle;
  }

  return low;
}
