/**
 * All disclosed credentials and all approved parties of a world. The order of both lists is: cast, generated parties,
 * parties added later. A party therefore keeps its place when it changes.
 */

import { disclosedHoldingAt, disclosedHoldings, isApproved, type Holding, type Party } from './model.js';
import type { Countable } from '../population/profiles.js';
import type { DisclosedItems } from './base.js';
import { PatchedList, type Insertion } from './patched-list.js';
import type { World } from './world.js';

/** Both lists of a world. They are computed on use and kept until the world changes. */
export class DisclosedLists {
  readonly #world: World;
  #version = -1;
  #lists: DisclosedItems = {};

  constructor(world: World) {
    this.#world = world;
  }

  /** Every disclosed credential. */
  credentials(): PatchedList<Holding> {
    const { population } = this.#world.base;
    return (this.#current().credentials ??= this.#patched('credentials', disclosedHoldings, (index, nth) =>
      disclosedHoldingAt(population.party(index), nth),
    ));
  }

  /** Every party with an approved data request. */
  approvedParties(): PatchedList<Party> {
    const { population } = this.#world.base;
    return (this.#current().approved ??= this.#patched('approved', partyIfApproved, (index) =>
      population.party(index),
    ));
  }

  /** The lists for the current version of the world. */
  #current(): DisclosedItems {
    const { version, base } = this.#world;
    if (this.#version !== version) {
      this.#version = version;
      this.#lists = version === 0 ? base.disclosed : {};
    }
    return this.#lists;
  }

  #patched<Item>(
    what: Countable,
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
    const length = population.total(what);
    for (const { index, party } of this.#changedOutsideCast()) {
      const start = population.before(index, what);
      const end = population.before(Math.min(index + 1, population.size), what);
      for (let position = start; position < end; position++) removed.push(position);
      insert(start, party);
    }
    const list = {
      length,
      at: (position: number) => {
        const { index, nth } = population.locate(position, what);
        return generated(index, nth);
      },
    };
    return new PatchedList(list, removed, inserted);
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

function partyIfApproved(party: Party): readonly Party[] {
  return isApproved(party) ? [party] : [];
}
