/** The users list of a world: the generated rows, with the rows of the cast and of changed parties inserted. */

import { countWhile } from '../../../../common/count-while.js';
import type { Party } from '../model.js';
import { PatchedList, type ComputedList, type Insertion } from '../patched-list.js';
import type { ListKind } from '../world-lists.js';
import { generatedRows } from './generated-rows.js';
import { keyOf, keyOrder, matches, rowsOf, type UserRow, type UsersQuery } from './query.js';

/** The rows that match the query, in its order. */
export function usersList(query: UsersQuery): ListKind<UserRow> {
  return {
    key: `users ${JSON.stringify(query)}`,
    // Time alone can change a status.
    isShared: ({ castIsRelative }) =>
      castIsRelative &&
      query.kycStatus === undefined &&
      query.reqStatus === undefined &&
      query.orderBy !== 'kycStatus' &&
      query.orderBy !== 'reqStatus',
    compute(world, time) {
      const { base } = world;
      const rows = generatedRows(base.population, query, time);
      const inOrder = keyOrder(query);
      const compare: Compare = (a, b) => inOrder(keyOf(a, query, time), keyOf(b, query, time));
      const matching = (party: Party): UserRow[] =>
        rowsOf(party, query.rules)
          .map((request) => ({ party, request }))
          .filter((row) => matches(row, query, time));
      const changed = [...world.changedParties];
      const replaced = changed.flatMap(({ partyId }) => {
        const index = base.population.indexOfPartyId(partyId);
        return index === undefined
          ? []
          : matching(base.population.party(index)).map((row) => placeOf(row, rows, compare));
      });
      const unchanged = base.cast.filter(({ partyId }) => !world.isChanged(partyId));
      const inserted = [...unchanged, ...changed].flatMap(matching).sort(compare);
      return new PatchedList(rows, replaced, insertions(inserted, rows, compare));
    },
  };
}

type Compare = (a: UserRow, b: UserRow) => number;

/**
 * The places of sorted rows between two positions of the list. The row in the middle is placed first, because its place
 * limits the search for the others: each row of the list that a search looks at has to be generated.
 */
function insertions(
  sorted: readonly UserRow[],
  rows: ComputedList<UserRow>,
  compare: Compare,
  from = 0,
  to = rows.length,
): Insertion<UserRow>[] {
  const middle = sorted.length >>> 1;
  const item = sorted[middle];
  if (item === undefined) return [];
  const position = placeOf(item, rows, compare, from, to);
  return [
    ...insertions(sorted.slice(0, middle), rows, compare, from, position),
    { position, item },
    ...insertions(sorted.slice(middle + 1), rows, compare, position, to),
  ];
}

/** The first position between these two whose row does not come before the given one. */
function placeOf(row: UserRow, rows: ComputedList<UserRow>, compare: Compare, from = 0, to = rows.length): number {
  return countWhile(rows, (other) => compare(other, row) < 0, from, to);
}
