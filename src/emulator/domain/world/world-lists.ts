/**
 * The lists of a world: rows of users, listed credentials, approved users. A list is made on first use, and kept until
 * an event changes the world, or the time changes the list.
 */

import { BoundedMap } from '../bounded-map.js';
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
   * How to count the items of a generated party by its profile, and how to make the item with the index `nth`. Then a
   * generated party is made only when one of its items is read. Default: all parties are made, to count their items.
   */
  readonly counted?: { readonly what: Countable; readonly at: (party: Party, nth: number) => Item } | undefined;
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
type Place<Item> = Item | number;

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

    const observed = new ObservedTime(time.now, time.epoch);
    const list = makeList(this.#world, kind, observed);
    this.#known.set(kind.key, { version, time: observed, list });

    return list;
  }
}

/** Makes the list of all items, in its order. */
function makeList<Item extends object>(world: World, kind: ListKind<Item>, time: Now): WorldList<Item> {
  const { population } = world.base;
  const { counted, order } = kind;
  /** The item in a place: the item itself, or the item that is made again from its number. */
  const itemAt = (place: Place<Item>): Item => {
    if (typeof place !== 'number') return place;

    const party = population.party(Math.floor(place / ITEMS_OF_PARTY));
    const nth = place % ITEMS_OF_PARTY;
    return counted === undefined ? kind.itemsOf(party, time)[nth]! : counted.at(party, nth);
  };

  let places = placesOf(world, kind, time);
  if (order !== undefined) {
    // Sorting needs the key of each item, but the item itself can be made again.
    const keyed = places.map((place) => ({ place, key: order.keyOf(itemAt(place), time) }));
    places = keyed.sort((one, other) => order.compare(one.key, other.key)).map(({ place }) => place);
  }

  return { length: places.length, slice: (offset, limit) => places.slice(offset, offset + limit).map(itemAt) };
}

/** The places of all items: the items of parties that were changed, and the numbers of all other parties. */
function placesOf<Item extends object>(world: World, kind: ListKind<Item>, time: Now): Place<Item>[] {
  const { cast, population } = world.base;
  const places: Place<Item>[] = [];
  const changed = [...world.changedParties];
  // The changed parties by their numbers. Parties that were not generated have the key undefined.
  const changedAt = new Map(changed.map((party) => [population.indexOfPartyId(party.partyId), party]));
  const addItems = (party: Party): void => {
    for (const item of kind.itemsOf(party, time)) places.push(item);
  };

  for (const { partyId } of cast) addItems(world.party(partyId)!);

  for (let index = 0; index < population.size; index++) {
    const party = changedAt.get(index);
    if (party !== undefined) {
      addItems(party);
      continue;
    }

    const count =
      kind.counted === undefined
        ? kind.itemsOf(population.party(index), time).length
        : population.profileOf(index).counts[kind.counted.what];
    for (let nth = 0; nth < count; nth++) places.push(index * ITEMS_OF_PARTY + nth);
  }

  for (const party of changed) if (world.base.party(party.partyId) === undefined) addItems(party);

  return places;
}
