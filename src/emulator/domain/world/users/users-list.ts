/** The users list of a world: the generated rows, with the rows of the cast and of changed parties inserted. */

import { instant } from '../../time/moment.js';
import type { DataRequest, Party } from '../model.js';
import type { Now, Span } from '../../time/now.js';
import { BoundedMap } from '../../bounded-map.js';
import { PatchedList, type ComputedList, type Insertion } from '../patched-list.js';
import type { Steps } from '../../../../common/steps.js';
import type { UsersOfWorld } from '../base.js';
import type { World } from '../world.js';
import type { GeneratedRows } from './generated-rows.js';
import { compareRows, dependsOnTime, matches, rowsOf, type UserRow, type UsersQuery } from './query.js';

/** Number of results to cache for each world. */
const MAX_CACHED = 16;

/** Executes queries, and caches the latest results as long as they are valid. */
export class UsersList {
  readonly #world: World;
  #own: BoundedMap<string, UsersOfWorld> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** All rows that match the query, in its order. */
  rows(query: UsersQuery, time: Now): PatchedList<UserRow> {
    const cached = this.#cached(query, time);
    if (cached !== undefined) return cached;
    const computed = this.#compute(query, time);
    this.#cacheFor(query).set(JSON.stringify(query), computed);
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
  #cacheFor(query: UsersQuery): BoundedMap<string, UsersOfWorld> {
    const { base, version } = this.#world;
    if (version === 0 && base.castIsRelative && !dependsOnTime(query)) return base.users;
    return (this.#own ??= new BoundedMap(MAX_CACHED));
  }

  #compute(query: UsersQuery, time: Now): UsersOfWorld {
    const generated = this.#world.base.generatedRows(query, time);
    const stored = this.#storedParties();
    const compare = compareRows(query.order, time);
    const inserted = stored
      .flatMap((party) => requestsIn(query, party).map((request) => ({ party, request })))
      .filter((row) => matches(row, query.filter, time))
      .sort(compare);
    const list = new PatchedList(
      generated.rows,
      this.#replaced(generated.rows, compare, query, time),
      insertions(inserted, generated.rows, compare),
    );
    return { version: this.#world.version, ...validity(query, generated, stored, time), list };
  }

  /** The stored parties: the cast and the changed parties. */
  #storedParties(): Party[] {
    const { base, changedParties } = this.#world;
    return [...base.cast.filter(({ partyId }) => !this.#world.isChanged(partyId)), ...changedParties];
  }

  /** The positions of the generated rows of changed parties. */
  #replaced(rows: ComputedList<UserRow>, compare: Compare, query: UsersQuery, time: Now): number[] {
    const { population } = this.#world.base;
    return [...this.#world.changedParties].flatMap(({ partyId }) => {
      const index = population.indexOfPartyId(partyId);
      if (index === undefined) return [];
      const party = population.party(index);
      return requestsIn(query, party)
        .map((request) => ({ party, request }))
        .filter((row) => matches(row, query.filter, time))
        .map((row) => placeOf(row, rows, compare));
    });
  }
}

function requestsIn({ byParty }: UsersQuery, party: Party): readonly DataRequest[] {
  return rowsOf(party, { row: byParty === true ? 'party' : 'request' });
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

/** The interval in which the result is valid if the world does not change. */
function validity(query: UsersQuery, generated: GeneratedRows, stored: readonly Party[], time: Now): Span {
  if (!dependsOnTime(query)) return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const { now, epoch } = time;
  const expiries = stored.flatMap((party) => party.credentials.map(({ expiresAt }) => instant(expiresAt, epoch)));
  const next = expiries
    .filter((at) => at > now)
    .reduce((first, at) => Math.min(first, at), epoch + generated.changesAt);
  return { from: now, until: next };
}
