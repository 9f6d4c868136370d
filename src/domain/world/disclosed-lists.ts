/**
 * The credentials that parties have disclosed, and the approved parties, over the whole world. Both stand in the order
 * cast, generated parties, parties that joined later; so a party keeps its place whatever happens to it.
 */

import { type Party, disclosedCredentials, isApproved } from './model.js';
import type { Countable } from '../population/profiles.js';
import type { Base } from './base.js';
import { PatchedList, type Insertion } from './patched-list.js';
import { disclosedHoldings, type Holding, type World } from './world.js';

interface Lists {
  /** Undefined until it is asked for. */
  credentials?: PatchedList<Holding>;
  approved?: PatchedList<Party>;
}

/** Of worlds in which nothing has happened: all that have the same base have the same lists. */
const UNCHANGED = new WeakMap<Base, Lists>();

/** Both lists of a world, each made anew when the world has changed. */
export class DisclosedLists {
  readonly #world: World;
  #version = -1;
  #lists: Lists = {};

  constructor(world: World) {
    this.#world = world;
  }

  /** Every disclosed credential. */
  credentials(): PatchedList<Holding> {
    const { population } = this.#world.base;
    return (this.#current().credentials ??= this.#patched('credentials', disclosedHoldings, (index, nth) => {
      const party = population.party(index);
      return { party, credential: disclosedCredentials(party)[nth]! };
    }));
  }

  /** Every party with an approved data request. */
  approvedParties(): PatchedList<Party> {
    const { population } = this.#world.base;
    return (this.#current().approved ??= this.#patched('approved', approvedAlone, (index) => population.party(index)));
  }

  /** What is known of the lists as the world is now. */
  #current(): Lists {
    const { version, base } = this.#world;
    if (this.#version !== version) {
      this.#version = version;
      this.#lists = version === 0 ? unchangedLists(base) : {};
    }
    return this.#lists;
  }

  #patched<Item>(
    measure: Countable,
    itemsOf: (party: Party) => readonly Item[],
    generated: (index: number, nth: number) => Item,
  ): PatchedList<Item> {
    const world = this.#world;
    const { cast, population } = world.base;
    const inserted: Insertion<Item>[] = [];
    const removed: number[] = [];
    const insert = (position: number, party: Party): void => {
      for (const item of itemsOf(party)) inserted.push({ position, item });
    };
    for (const { partyId } of cast) insert(0, world.party(partyId)!);
    const length = population.total(measure);
    for (const { index, party } of this.#changedBehindCast()) {
      const start = population.before(index, measure);
      const end = population.before(Math.min(index + 1, population.size), measure);
      for (let position = start; position < end; position++) removed.push(position);
      insert(start, party);
    }
    const list = {
      length,
      at: (position: number) => {
        const { index, nth } = population.locate(position, measure);
        return generated(index, nth);
      },
    };
    return new PatchedList(list, removed, inserted);
  }

  /** Changed parties that are not of the cast, in the order of the lists; those that joined later come last. */
  #changedBehindCast(): { readonly index: number; readonly party: Party }[] {
    const { cast, population } = this.#world.base;
    const ofCast = new Set(cast.map(({ partyId }) => partyId));
    return [...this.#world.changedParties]
      .filter(({ partyId }) => !ofCast.has(partyId))
      .map((party) => ({ index: population.indexOfPartyId(party.partyId) ?? population.size, party }))
      .sort((a, b) => a.index - b.index);
  }
}

function unchangedLists(base: Base): Lists {
  let lists = UNCHANGED.get(base);
  if (lists === undefined) UNCHANGED.set(base, (lists = {}));
  return lists;
}

function approvedAlone(party: Party): readonly Party[] {
  return isApproved(party) ? [party] : [];
}
