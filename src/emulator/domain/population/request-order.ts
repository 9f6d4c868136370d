/**
 * The order of generated data requests, and so of their IDs: in each block of parties those that were sent first come
 * first. A party's requests have the same IDs in a population of any size.
 */

import { type Profiles, REQUESTS_OF_BLOCK } from './profiles.js';
import { SHARED_BY } from './shares.js';

export class RequestOrder {
  readonly #profiles: Profiles;
  readonly #age: (index: number) => number;
  /** How many requests of a block come before those of each of its parties, by the number of the block. */
  readonly #known = new Map<number, Uint16Array>();

  /** @param age seconds since the registration of a party */
  constructor(profiles: Profiles, age: (index: number) => number) {
    this.#profiles = profiles;
    this.#age = age;
  }

  /** The number of requests, of all parties that there could be, before those of a party. */
  before(index: number): number {
    const block = Math.floor(index / SHARED_BY);
    return block * REQUESTS_OF_BLOCK + this.#orderOf(block)[index % SHARED_BY]!;
  }

  #orderOf(block: number): Uint16Array {
    const order = this.#known.get(block) ?? this.#sort(block);
    this.#known.set(block, order);
    return order;
  }

  #sort(block: number): Uint16Array {
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
    return before;
  }
}
