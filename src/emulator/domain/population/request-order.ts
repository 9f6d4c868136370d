/**
 * The order of generated data requests, and so of their IDs: in each block of parties those that were sent first come
 * first. A party's requests have the same IDs in a population of any size.
 */

import type { Profiles } from './profiles.js';
import { SHARED_BY } from './shares.js';

/** A data request by the number of its party, and its position among those of the party. */
export interface RequestPlace {
  readonly index: number;
  readonly nth: number;
}

/** How many requests of a block come before those of each of its parties. */
interface BlockOrder {
  readonly block: number;
  readonly before: Uint16Array;
}

/** How many orders of blocks are kept, by the last bits of the block's number: two megabytes at most. */
const SLOTS = 4_096;

export class RequestOrder {
  readonly #profiles: Profiles;
  readonly #age: (index: number) => number;
  readonly #known: (BlockOrder | undefined)[] = [];
  /** The last block that was listed, as far as its parties are below the size. */
  #listed: { readonly block: number; readonly size: number; readonly places: readonly RequestPlace[] } | undefined;

  /** @param age seconds since the registration of a party */
  constructor(profiles: Profiles, age: (index: number) => number) {
    this.#profiles = profiles;
    this.#age = age;
  }

  /** The number of requests, of all parties that there could be, before those of a party. */
  before(index: number): number {
    const block = Math.floor(index / SHARED_BY);
    return this.#profiles.before(block * SHARED_BY, 'requests') + this.#orderOf(block).before[index % SHARED_BY]!;
  }

  /** The request at a position among those of the first `size` parties. */
  at(position: number, size: number): RequestPlace {
    const inBlock = this.#profiles.before(SHARED_BY, 'requests');
    return this.#placesIn(Math.floor(position / inBlock), size)[position % inBlock]!;
  }

  #placesIn(block: number, size: number): readonly RequestPlace[] {
    if (this.#listed?.block !== block || this.#listed.size !== size) {
      const { before } = this.#orderOf(block);
      const parties = [...before.keys()].sort((a, b) => before[a]! - before[b]!).map((at) => block * SHARED_BY + at);
      const places = parties
        .filter((index) => index < size)
        .flatMap((index) => this.#profiles.of(index).outcomes.map((_, nth) => ({ index, nth })));
      this.#listed = { block, size, places };
    }
    return this.#listed.places;
  }

  #orderOf(block: number): BlockOrder {
    const slot = block % SLOTS;
    const known = this.#known[slot];
    return known?.block === block ? known : (this.#known[slot] = this.#sort(block));
  }

  #sort(block: number): BlockOrder {
    const first = block * SHARED_BY;
    // A number for each party, the oldest first, so that they are sorted without a function.
    const keys = Float64Array.from({ length: SHARED_BY }, (_, at) => at - this.#age(first + at) * SHARED_BY).sort();
    const before = new Uint16Array(SHARED_BY);
    let requests = 0;
    for (const key of keys) {
      const at = ((key % SHARED_BY) + SHARED_BY) % SHARED_BY;
      before[at] = requests;
      requests += this.#profiles.of(first + at).counts.requests;
    }
    return { block, before };
  }
}
