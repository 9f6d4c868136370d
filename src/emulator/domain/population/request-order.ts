/**
 * The order of generated data requests, which determines their IDs. Within each block of parties, earlier requests come
 * first. A party's requests have the same IDs in a population of any size.
 */

import { type ProfileOf, REQUESTS_OF_BLOCK } from './profiles.js';
import { BLOCK_SIZE } from './shares.js';

/**
 * Returns how many requests come before those of a party, in a population of unlimited size.
 * @param ageOf seconds since the registration of a party
 */
export function requestOrder(profileOf: ProfileOf, ageOf: (index: number) => number): (index: number) => number {
  /**
   * How many requests of a block come before those of each party in the block. The key is the number of the block. A
   * block is computed on first use.
   */
  const countsOfBlocks = new Map<number, Uint16Array>();

  return (index) => {
    const block = Math.floor(index / BLOCK_SIZE);
    const counts = countsOfBlocks.get(block) ?? countBefore(block * BLOCK_SIZE, profileOf, ageOf);
    countsOfBlocks.set(block, counts);

    return block * REQUESTS_OF_BLOCK + counts[index % BLOCK_SIZE]!;
  };
}

/**
 * Counts the requests before those of each party in a block. If two parties have the same age, the party with the lower
 * number comes first.
 * @param first the number of the first party in the block
 */
function countBefore(first: number, profileOf: ProfileOf, ageOf: (index: number) => number): Uint16Array {
  const ages = Float64Array.from({ length: BLOCK_SIZE }, (_, at) => ageOf(first + at));
  const oldestFirst = [...ages.keys()].sort((one, other) => ages[other]! - ages[one]! || one - other);

  const counts = new Uint16Array(BLOCK_SIZE);
  let requests = 0;
  for (const at of oldestFirst) {
    counts[at] = requests;
    requests += profileOf(first + at).counts.requests;
  }

  return counts;
}
