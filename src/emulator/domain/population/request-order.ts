/**
 * The order of generated data requests, which determines their IDs. Within each block of parties, earlier requests come
 * first. A party's requests have the same IDs in a population of any size.
 */

import { type Profiles, REQUESTS_OF_BLOCK } from './profiles.js';
import { SHARED_BY } from './shares.js';

export class RequestOrder {
  readonly #profiles: Profiles;
  readonly #age: (index: number) => number;
  /** By block number: for each party of the block, how many requests of the block come before those of the party. */
  readonly #known = new Map<number, Uint16Array>();

  /** @param age seconds since the registration of a party */
  constructor(profiles: Profiles, age: (index: number) => number) {
    this.#profiles = profiles;
    this.#age = age;
  }

  /** How many requests come before those of a party, in a population of unlimited size. */
  before(index: number): number {
    const block = Math.floor(index / SHARED_BY);
    return block * REQUESTS_OF_BLOCK + this.#orderOf(block)[index % SHARED_BY]!;
  }

  #orderOf(block: number): Uint16Array {
    const order = this.#known.get(block) ?? this.#sort(block);
    this.#known.set(block, order);
    return order;
  }

  /**
   * Counts the requests before those of each party. If two parties have the same age, the lower number comes first.
   */
  #sort(block: number): Uint16Array {
    const first = block * SHARED_BY;
    const ages = Float64Array.from({ length: SHARED_BY }, (_, at) => this.#age(first + at));
    const oldestFirst = [...ages.keys()].sort((one, other) => ages[other]! - ages[one]! || one - other);

    const before = new Uint16Array(SHARED_BY);
    let requests = 0;
    for (const at of oldestFirst) {
      before[at] = requests;
      requests += this.#profiles.of(first + at).counts.requests;
    }

    return before;
  }
}
