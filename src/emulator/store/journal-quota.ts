/** Which journal has the oldest exchange, of many. */

/**
 * Journals in the order of their oldest exchanges. A caller removes the oldest exchange of each, and the journal comes
 * again when its next one is the oldest.
 * @param oldest when the oldest exchange of a journal was; undefined if it has none
 */
export function* oldestFirst<Journal>(
  journals: Iterable<Journal>,
  oldest: (journal: Journal) => number | undefined,
): Generator<Journal> {
  // The oldest one is at the end.
  const queue: { readonly journal: Journal; readonly at: number }[] = [];
  const add = (journal: Journal): void => {
    const at = oldest(journal);
    if (at !== undefined) queue.splice(placeOf(queue, at), 0, { journal, at });
  };
  for (const journal of journals) add(journal);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    yield next.journal;
    add(next.journal);
  }
}

/** The number of entries that are newer. */
function placeOf(queue: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle]!.at > at) low = middle + 1;
    else high = middle;
  }
  return low;
}
