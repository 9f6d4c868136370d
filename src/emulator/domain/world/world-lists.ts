/**
 * The lists of a world: rows of users, listed credentials, approved users. A list is made on first use, and kept until
 * an event changes the world, or the time changes the list.
 */

import { BoundedMap } from '../bounded-map.js';
import type { Population } from '../population/population.js';
import type { Countable } from '../population/profiles.js';
import { type Now, ObservedTime } from '../time/now.js';
import type { Party } from './model.js';
import type { World } from './world.js';

/** Defines the items of a list, and their order. */
export interface ListKind<Item extends object> {
  /** Identifies the kind: equal kinds have equal keys. */
  readonly key: string;
  /** Returns the items of a party. */
  readonly itemsOf: (party: Party, time: Now) => readonly Item[];
  /**
   * How to list generated parties without making them: the number in their profiles that counts their items, and the
   * function that makes the item with the index `nth` when it is read. Default: all parties are made.
   */
  readonly inProfiles?: { readonly count: Countable; readonly itemAt: (party: Party, nth: number) => Item } | undefined;
  /**
   * The order of the items. Default: cast, generated parties, added parties. A party that changes keeps its position.
   */
  readonly order?: ItemOrder<Item>;
}

/** An order by keys. The key of each item is computed once. */
export interface ItemOrder<Item, Key = unknown> {
  readonly keyOf: (item: Item, time: Now) => Key;
  compare(one: Key, other: Key): number;
}

/**
 * An item, or the number of an item. Items of generated parties are stored as numbers, and made when they are read,
 * because there may be millions.
 */
type ItemOrNumber<Item> = Item | number;

/** The number of an item is the number of its party times 16, plus its position among the party's items. */
const ITEMS_OF_PARTY = 16;

/** How many lists of a world are kept. */
const MOST_KEPT = 16;

/** A list at one time. */
export interface WorldList<Item> {
  readonly length: number;
  /** At most `limit` items from `offset` on. */
  readonly slice: (offset: number, limit: number) => Item[];
}

/** A list that was made before, and for what it is valid. */
interface KnownList {
  /** The version of the world for which the list was made. */
  readonly version: number;
  readonly time: ObservedTime;
  readonly list: WorldList<unknown>;
}

/** The lists of one world that were made last. */
export class WorldLists {
  readonly #world: World;
  #known: BoundedMap<string, KnownList> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** The list of a kind at a time. */
  list<Item extends object>(kind: ListKind<Item>, time: Now): WorldList<Item> {
    const { version } = this.#world;
    this.#known ??= new BoundedMap(MOST_KEPT);
    const known = this.#known.get(kind.key);
    if (known?.version === version && known.time.isValidAt(time)) return known.list as WorldList<Item>;

    // While the list is made, the observed time notes until when its statements about the time hold.
    const observed = new ObservedTime(time.now, time.epoch);
    const list = makeList(this.#world, kind, observed);
    this.#known.set(kind.key, { version, time: observed, list });

    return list;
  }
}

/** Makes the list of all items, in its order. */
function makeList<Item extends object>(world: World, kind: ListKind<Item>, time: Now): WorldList<Item> {
  const { population } = world.base;
  const { inProfiles, order } = kind;
  /** The item itself, or the item that is made again from its number. */
  const itemOf = (entry: ItemOrNumber<Item>): Item => {
    if (typeof entry !== 'number') return entry;

    const party = population.party(Math.floor(entry / ITEMS_OF_PARTY));
    const nth = entry % ITEMS_OF_PARTY;
    return inProfiles === undefined ? kind.itemsOf(party, time)[nth]! : inProfiles.itemAt(party, nth);
  };

  let entries = entriesOf(world, kind, time);
  if (order !== undefined) {
    // Sorting needs the key of each item, but the item itself can be made again.
    const keyed = entries.map((entry) => ({ entry, key: order.keyOf(itemOf(entry), time) }));
    entries = keyed.sort((one, other) => order.compare(one.key, other.key)).map(({ entry }) => entry);
  }

  return { length: entries.length, slice: (offset, limit) => entries.slice(offset, offset + limit).map(itemOf) };
}

/** The items of parties that were changed or are in the cast, and the numbers of the items of all other parties. */
function entriesOf<Item extends object>(world: World, kind: ListKind<Item>, time: Now): ItemOrNumber<Item>[] {
  const { cast, population } = world.base;
  const entries: ItemOrNumber<Item>[] = [];
  const changed = [...world.changedParties];
  // The changed parties by their numbers. Parties that were not generated have the key undefined.
  const changedByNumber = new Map(changed.map((party) => [population.indexOfPartyId(party.partyId), party]));

  const addItems = (party: Party): void => {
    for (const item of kind.itemsOf(party, time)) entries.push(item);
  };

  // The order of parties without another order: cast, generated, added.
  for (const { partyId } of cast) addItems(world.party(partyId)!);

  for (let index = 0; index < population.size; index++) {
    const party = changedByNumber.get(index);
    if (party !== undefined) addItems(party);
    else {
      const count = countItems(population, index, kind, time);
      for (let nth = 0; nth < count; nth++) entries.push(index * ITEMS_OF_PARTY + nth);
    }
  }

  for (const party of changed) if (world.base.party(party.partyId) === undefined) addItems(party);

  return entries;
}

/** The number of items of a generated party that was not changed. */
function countItems(population: Population, index: number, kind: Omit<ListKind<object>, 'order'>, time: Now): number {
  if (kind.inProfiles !== undefined) return population.profileOf(index).counts[kind.inProfiles.count];
  return kind.itemsOf(population.party(index), time).length;
}
