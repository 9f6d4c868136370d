/**
 * The order of generated data requests, and so of their IDs: in each block of parties those that were sent first come
 * first. A party's requests have the same IDs in a population of any size.
 */

import { type Profiles, REQUESTS_OF_BLOCK } from './profiles.js';
import { SHARED_BY } from './shares.js';

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

  /** @param age seconds since the registration of a party */
  constructor(profiles: Profiles, age: (index: number) => number) {
    this.#profiles = profiles;
    this.#age = age;
  }

  /** The number of requests, of all parties that there could be, before those of a party. */
  before(index: number): number {
    const block = Math.floor(index / SHARED_BY);
    return block * REQUESTS_OF_BLOCK + this.#orderOf(block).before[index % SHARED_BY]!;
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
