/** The users list of a world: the generated rows, with the rows of the cast and of changed parties inserted. */

import type { Party } from '../model.js';
import type { Now } from '../../time/now.js';
import { ObservedTime } from '../../time/observed-time.js';
import { BoundedMap } from '../../bounded-map.js';
import { PatchedList, type ComputedList, type Insertion, type KnownList } from '../patched-list.js';
import type { Steps } from '../../../../common/steps.js';
import type { World } from '../world.js';
import { compareRows, dependsOnTime, matches, rowsOf, type UserRow, type UsersQuery } from './query.js';

/** Number of results to cache for each world. */
const MAX_CACHED = 16;

/** Executes queries, and caches the latest results as long as they are valid. */
export class UsersList {
  readonly #world: World;
  #own: BoundedMap<string, KnownList<UserRow>> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** All rows that match the query, in its order. */
  rows(query: UsersQuery, time: Now): PatchedList<UserRow> {
    const cached = this.#cached(query, time);
    if (cached !== undefined) return cached;
    const computed = this.#compute(query, time);
    this.#cacheFor(query).set(JSON.stringify(query), computed);
    time.isWithin(computed);
    return computed.list;
  }

  /** Computes what the query shares with all worlds of its base in advance if that takes long; undefined if it does not. */
  rowsInAdvance(query: UsersQuery, time: Now): Steps<unknown> | undefined {
    return this.#cached(query, time) === undefined ? this.#world.base.rowsInAdvance(query, time) : undefined;
  }

  #cached(query: UsersQuery, time: Now): PatchedList<UserRow> | undefined {
    const known = this.#cacheFor(query).get(JSON.stringify(query));
    return known?.version === this.#world.version && time.isWithin(known) ? known.list : undefined;
  }

  /** A world that is unchanged shares what does not depend on its time with all others of its base. */
  #cacheFor(query: UsersQuery): BoundedMap<string, KnownList<UserRow>> {
    const { base, version } = this.#world;
    if (version === 0 && base.castIsRelative && !dependsOnTime(query)) return base.users;
    return (this.#own ??= new BoundedMap(MAX_CACHED));
  }

  #compute(query: UsersQuery, time: Now): KnownList<UserRow> {
    const { base, version } = this.#world;
    const changed = [...this.#world.changedParties];
    const observed = ObservedTime.of(time);
    const compare = compareRows(query, observed);
    const matching = (party: Party): UserRow[] =>
      rowsOf(party, query.rules)
        .map((request) => ({ party, request }))
        .filter((row) => matches(row, query, observed));
    const rows = base.generatedRows(query, observed);
    const replaced = changed.flatMap(({ partyId }) => {
      const index = base.population.indexOfPartyId(partyId);
      return index === undefined
        ? []
        : matching(base.population.party(index)).map((row) => placeOf(row, rows, compare));
    });
    const unchanged = base.cast.filter(({ partyId }) => !this.#world.isChanged(partyId));
    const inserted = [...unchanged, ...changed].flatMap(matching).sort(compare);
    const list = new PatchedList(rows, replaced, insertions(inserted, rows, compare));
    return { version, list, ...observed.span };
  }
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
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows.at(middle), row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
