/**
 * The order of generated data requests, which determines their IDs. Within each block of parties, earlier requests come
 * first. A party's requests have the same IDs in a population of any size.
 */

import { type ProfileOf, REQUESTS_OF_BLOCK } from './profiles.js';
import { SHARED_BY } from './shares.js';

/**
 * Returns how many requests come before those of a party, in a population of unlimited size.
 * @param ageOf seconds since the registration of a party
 */
export function requestOrder(profileOf: ProfileOf, ageOf: (index: number) => number): (index: number) => number {
  /**
   * How many requests of a block come before those of each party in the block. The key is the number of the block. A
   * block is computed on first use.
   */
  const orders = new Map<number, Uint16Array>();

  return (index) => {
    const block = Math.floor(index / SHARED_BY);
    const order = orders.get(block) ?? orderOf(block * SHARED_BY, profileOf, ageOf);
    orders.set(block, order);

    return block * REQUESTS_OF_BLOCK + order[index % SHARED_BY]!;
  };
}

/**
 * Counts the requests before those of each party in a block. If two parties have the same age, the party with the lower
 * number comes first.
 * @param first the number of the first party in the block
 */
function orderOf(first: number, profileOf: ProfileOf, ageOf: (index: number) => number): Uint16Array {
  const ages = Float64Array.from({ length: SHARED_BY }, (_, at) => ageOf(first + at));
  const oldestFirst = [...ages.keys()].sort((one, other) => ages[other]! - ages[one]! || one - other);

  const before = new Uint16Array(SHARED_BY);
  let requests = 0;
  for (const at of oldestFirst) {
    before[at] = requests;
    requests += profileOf(first + at).counts.requests;
  }

  return before;
}
