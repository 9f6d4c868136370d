/**
 * The credentials that parties have disclosed, and the approved parties, over the whole world. Both stand in the order
 * cast, generated parties, parties that joined later; so a party keeps its place whatever happens to it.
 */

import type { Party } from '../model.js';
import { disclosedCredentials, isApproved } from '../model.js';
import type { Measure } from '../population/cards.js';
import { PatchedList, type Insertion } from './patched-list.js';
import { disclosedHoldings, type Holding, type World } from './world.js';

/** Both lists of a world, each made anew when the world has changed. */
export class DisclosedLists {
  readonly #world: World;
  #version = -1;
  #credentials: PatchedList<Holding> | undefined;
  #approved: PatchedList<Party> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** Every disclosed credential. */
  credentials(): PatchedList<Holding> {
    this.#forgetIfChanged();
    const { population } = this.#world.base;
    this.#credentials ??= this.#patched('credentials', disclosedHoldings, (index, nth) => {
      const party = population.party(index);
      return { party, credential: disclosedCredentials(party)[nth]! };
    });
    return this.#credentials;
  }

  /** Every party with an approved data request. */
  approvedParties(): PatchedList<Party> {
    this.#forgetIfChanged();
    const { population } = this.#world.base;
    this.#approved ??= this.#patched('approved', approvedAlone, (index) => population.party(index));
    return this.#approved;
  }

  #patched<Item>(
    measure: Measure,
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

  #forgetIfChanged(): void {
    if (this.#version === this.#world.version) return;
    this.#version = this.#world.version;
    this.#credentials = undefined;
    this.#approved = undefined;
  }
}

function approvedAlone(party: Party): readonly Party[] {
  return isApproved(party) ? [party] : [];
}
