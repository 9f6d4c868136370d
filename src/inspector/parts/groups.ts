/** The items of each group; the groups are in the order of their names. */
export function groupsOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): [name: string, members: Item[]][] {
  return [...Map.groupBy(items, nameOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
