/** Works on several things at a time, but not on all at once. */

/** Does the work on every item, `lanes` at a time; the first that fails fails all. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}
