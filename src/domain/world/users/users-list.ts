/** The users list of a world: the generated rows, with the cast's and the changed parties' rows put in their places. */

import { instant } from '../../time/moment.js';
import type { Party } from '../model.js';
import type { Now, Span } from '../../time/now.js';
import { BoundedMap } from '../../bounded-map.js';
import { PatchedList, type ComputedList } from '../patched-list.js';
import type { World } from '../world.js';
import type { GeneratedRows } from './generated-rows.js';
import { compareRows, dependsOnTime, matches, type UserRow, type UsersQuery } from './query.js';

/** How many queries' results a world remembers until it changes. */
const REMEMBERED = 4;

interface Remembered extends Span {
  readonly version: number;
  readonly list: PatchedList<UserRow>;
}

/** Answers users-list queries, and remembers the latest answers as long as they hold. */
export class UsersList {
  readonly #world: World;
  readonly #remembered = new BoundedMap<string, Remembered>(REMEMBERED);

  constructor(world: World) {
    this.#world = world;
  }

  /** All rows that the query asks for, in its order. */
  rows(query: UsersQuery, time: Now): PatchedList<UserRow> {
    const key = JSON.stringify(query);
    const known = this.#remembered.get(key);
    if (known?.version === this.#world.version && time.isWithin(known)) return known.list;
    const made = this.#make(query, time);
    this.#remembered.set(key, made);
    return made.list;
  }

  #make(query: UsersQuery, time: Now): Remembered {
    const generated = this.#world.base.generatedRows(query, time);
    const own = this.#ownParties();
    const compare = compareRows(query.order, time);
    const inserted = own
      .flatMap((party) => party.requests.map((request) => ({ party, request })))
      .filter((row) => matches(row, query.filter, time))
      .sort(compare)
      .map((item) => ({ position: placeOf(item, generated.rows, compare), item }));
    const list = new PatchedList(generated.rows, this.#replaced(generated.rows, compare, query, time), inserted);
    return { version: this.#world.version, ...validity(query, generated, own, time), list };
  }

  /** The parties that are not computed: the cast, and those that have changed. */
  #ownParties(): Party[] {
    const { base, changedParties } = this.#world;
    return [...base.cast.filter(({ partyId }) => !this.#world.isChanged(partyId)), ...changedParties];
  }

  /** Where the generated rows of changed parties stand. */
  #replaced(rows: ComputedList<UserRow>, compare: Compare, query: UsersQuery, time: Now): number[] {
    const { population } = this.#world.base;
    return [...this.#world.changedParties].flatMap(({ partyId }) => {
      const index = population.indexOfPartyId(partyId);
      if (index === undefined) return [];
      const party = population.party(index);
      return party.requests
        .map((request) => ({ party, request }))
        .filter((row) => matches(row, query.filter, time))
        .map((row) => placeOf(row, rows, compare));
    });
  }
}

type Compare = (a: UserRow, b: UserRow) => number;

/** The first position whose row does not come before the given one. */
function placeOf(row: UserRow, rows: ComputedList<UserRow>, compare: Compare): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(rows.at(middle), row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** From when until when the answer holds, if the world does not change. */
function validity(query: UsersQuery, generated: GeneratedRows, own: readonly Party[], time: Now): Span {
  if (!dependsOnTime(query)) return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  const { now, epoch } = time;
  const expiries = own.flatMap((party) => party.credentials.map(({ expiresAt }) => instant(expiresAt, epoch)));
  const next = expiries
    .filter((at) => at > now)
    .reduce((first, at) => Math.min(first, at), epoch + generated.changesAt);
  return { from: now, until: next };
}
