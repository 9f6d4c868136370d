/** How often sandboxes are taken, until this replica has all of them at once. */
const MOST_TURNS = 4;

/**
 * Takes sandboxes. While one is waited for, because the replica that had it was killed, the leases of others may end: they
 * are taken again.
 * @param take undefined if there is nothing to wait for
 * @throws StoreError
 */
export async function takeAll(ids: readonly string[], take: (id: string) => Promise<void> | undefined): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const taking = ids.map(take).filter((waiting) => waiting !== undefined);
    if (taking.length === 0) return;
    await Promise.all(taking);
  }
}
