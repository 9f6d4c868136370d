/**
 * Maps items with an asynchronous function, at most `limit` at a time.
 * @returns the results in the order of the items
 * @throws the first error that `map` throws
 */
export async function mapConcurrent<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const takeFromQueue = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await map(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeFromQueue));
  return results;
}
