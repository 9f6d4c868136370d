/** The same contestants in another order each round, so that none always follows the same one. */
export function rotated(list, round) {
  const first = round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
