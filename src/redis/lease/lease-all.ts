/** How often leases are taken, until this replica has all of them at once. */
const MOST_TURNS = 4;

/**
 * Takes the leases of sandboxes. This replica may wait long for a lease, if the replica that had it was killed. Meanwhile
 * its other leases may end, so it takes them again.
 * @param take undefined if there is nothing to wait for
 * @throws StoreError
 */
export async function leaseAll(ids: readonly string[], take: (id: string) => Promise<void> | undefined): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const taking = ids.map(take).filter((waiting) => waiting !== undefined);
    if (taking.length === 0) return;
    await Promise.all(taking);
  }
}
