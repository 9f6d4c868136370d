/**
 * The lists of what all parties of a world have of something: listed credentials, approved users. Their order is: cast,
 * generated parties, parties added later. A party therefore keeps its place when it changes.
 */

import { allAtOnce, forEachNumber, type Steps } from '../../../common/steps.js';
import { BoundedMap } from '../bounded-map.js';
import type { Population } from '../population/population.js';
import type { Countable } from '../population/profiles.js';
import { ALWAYS, type Now } from '../time/now.js';
import { ObservedTime } from '../time/observed-time.js';
import { isApprovedUser, selectedHoldings } from './credential-status.js';
import { disclosedHoldingAt, type Holding, type Party } from './model.js';
import { type ComputedList, type Insertion, type KnownList, PatchedList } from './patched-list.js';
import type { StandingRules } from './standing-rules.js';
import type { World } from './world.js';

/** What a list has of each party. */
export interface ListKind<Item> {
  /** Equal for equal kinds. */
  readonly key: string;
  readonly itemsOf: (party: Party, time: Now) => readonly Item[];
  /**
   * How the generated items are found by arithmetic, if they are the same at any time: what counts them, and the item at a
   * position among those of its party. Absent if the population has to be scanned for them.
   */
  readonly counted?: { readonly what: Countable; readonly at: (party: Party, nth: number) => Item };
}

/** The credentials that the lists show by these rules. */
export function listedCredentials(rules: StandingRules): ListKind<Holding> {
  const { listed, ordered, blocked } = rules;
  return {
    key: `credentials ${listed} ${ordered} ${blocked}`,
    itemsOf: (party, time) => selectedHoldings(party, listed, time, rules),
    ...(listed === 'current' && ordered === 'as-added' && { counted: { what: 'credentials', at: disclosedHoldingAt } }),
  };
}

/** The approved users by these rules. */
export function approvedUsers(rules: StandingRules): ListKind<Party> {
  return {
    key: `approved ${rules.approvedBy}`,
    itemsOf: (party, time) => (isApprovedUser(party, time, rules) ? [party] : []),
    ...(rules.approvedBy === 'request' && { counted: { what: 'approved', at: (party) => party } }),
  };
}

/** How many lists of a world are kept. */
const MOST_KEPT = 4;

/** Computes the lists of a world, and keeps the last ones as long as they are valid. */
export class PartyLists {
  readonly #world: World;
  #own: BoundedMap<string, KnownList> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  list<Item>(kind: ListKind<Item>, time: Now): PatchedList<Item> {
    return (this.#known(kind, time) as PatchedList<Item> | undefined) ?? allAtOnce(this.#compute(kind, time));
  }

  /** Computes the list in advance if that takes long; undefined if it does not. */
  inAdvance(kind: ListKind<unknown>, time: Now): Steps<unknown> | undefined {
    return kind.counted !== undefined || this.#known(kind, time) !== undefined ? undefined : this.#compute(kind, time);
  }

  #known(kind: ListKind<unknown>, time: Now): PatchedList<unknown> | undefined {
    const known = this.#cacheFor(kind).get(kind.key);
    return known?.version === this.#world.version && time.isWithin(known) ? known.list : undefined;
  }

  /** A world that is unchanged shares what does not depend on its time with all others of its base. */
  #cacheFor({ counted }: ListKind<unknown>): BoundedMap<string, KnownList> {
    const { version, base } = this.#world;
    return version === 0 && counted !== undefined ? base.lists : (this.#own ??= new BoundedMap(MOST_KEPT));
  }

  *#compute<Item>(kind: ListKind<Item>, time: Now): Steps<PatchedList<Item>> {
    const { version, base } = this.#world;
    const { cast, population } = base;
    const observed = kind.counted === undefined ? ObservedTime.of(time) : undefined;
    const itemsOf = (party: Party): readonly Item[] => kind.itemsOf(party, observed ?? time);
    const generated =
      kind.counted === undefined ? yield* scan(population, itemsOf) : countedItems(population, kind.counted);
    const inserted: Insertion<Item>[] = [];
    const removed: number[] = [];
    const insert = (position: number, party: Party): void => {
      for (const item of itemsOf(party)) inserted.push({ position, item });
    };
    for (const { partyId } of cast) insert(0, this.#world.party(partyId)!);
    for (const { index, party } of this.#changedOutsideCast()) {
      const start = generated.before(index);
      const end = generated.before(Math.min(index + 1, population.size));
      for (let position = start; position < end; position++) removed.push(position);
      insert(start, party);
    }
    const list = new PatchedList(generated, removed, inserted);
    const known: KnownList = { version, list, ...(observed?.span ?? ALWAYS) };
    this.#cacheFor(kind).set(kind.key, known);
    time.isWithin(known);
    return list;
  }

  /** Changed parties outside the cast, in the order of the lists. */
  #changedOutsideCast(): { readonly index: number; readonly party: Party }[] {
    const { cast, population } = this.#world.base;
    const ofCast = new Set(cast.map(({ partyId }) => partyId));
    return [...this.#world.changedParties]
      .filter(({ partyId }) => !ofCast.has(partyId))
      .map((party) => ({ index: population.indexOfPartyId(party.partyId) ?? population.size, party }))
      .sort((a, b) => a.index - b.index);
  }
}

/** The items of the generated parties, as they are without changes. */
interface GeneratedItems<Item> extends ComputedList<Item> {
  /** The number of items of all parties before `index`. */
  readonly before: (index: number) => number;
}

function countedItems<Item>(
  population: Population,
  { what, at }: NonNullable<ListKind<Item>['counted']>,
): GeneratedItems<Item> {
  return {
    length: population.total(what),
    before: (index) => population.profiles.before(index, what),
    at: (position) => {
      const { index, nth } = population.profiles.locate(position, what);
      return at(population.party(index), nth);
    },
  };
}

function* scan<Item>(population: Population, itemsOf: (party: Party) => readonly Item[]): Steps<GeneratedItems<Item>> {
  const starts = new Uint32Array(population.size + 1);
  const holders: number[] = [];
  yield* forEachNumber(population.size, (index) => {
    starts[index] = holders.length;
    for (let left = itemsOf(population.party(index)).length; left > 0; left--) holders.push(index);
  });
  starts[population.size] = holders.length;
  return {
    length: holders.length,
    before: (index) => starts[index]!,
    at: (position) => {
      const index = holders[position]!;
      return itemsOf(population.party(index))[position - starts[index]!]!;
    },
  };
}
