/**
 * How many items at the beginning of a list meet a condition, by binary search.
 * @param holds the condition. After the first item that does not meet it, no item does
 */
export function countWhile<Item>(list: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(list[middle]!)) low = middle + 1;
    else high = middle;
  }

  return low;
}
