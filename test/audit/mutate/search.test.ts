/** Many mutants at a time: a group that nobody notices needs one run. */

import { expect, test } from 'vitest';
import type { Mutant, SearchedMutants } from '../../../src/audit/audit-types.js';
import { searchAll } from '../../../src/audit/mutate/search.js';

const mutants = Array.from({ length: 64 }, (_, at): Mutant => ({
  operation: 'getUsers',
  place: `items[].m${at}`,
  kind: 'value',
}));

/** What is found beside a command that notices these mutants, and in how many runs. */
async function searched(isRead: (places: readonly string[]) => boolean): Promise<SearchedMutants & { runs: number }> {
  let runs = 0;
  const found = await searchAll(mutants, (tried) => {
    runs += 1;
    return Promise.resolve(isRead(tried.map(({ place }) => place)) ? 'test' : 'none');
  });
  return { ...found, runs };
}

test('a group that is not noticed takes one run, and one in each of four others', async () => {
  const { mutants: outcomes, runs } = await searched(() => false);
  expect(runs).toBe(5);
  expect(outcomes.map(({ notice }) => notice)).toEqual(mutants.map(() => 'none'));
});

test('the one of 64 mutants that is noticed is found in 13 runs, and 4 for the others', async () => {
  const { mutants: outcomes, runs } = await searched((places) => places.includes('items[].m37'));
  expect(runs).toBe(17);
  expect(outcomes.filter(({ notice }) => notice === 'test')).toEqual([{ mutant: mutants[37], notice: 'test' }]);
});

test('mutants that are noticed only together are told as such', async () => {
  const { together } = await searched((places) => places.includes('items[].m0') && places.includes('items[].m63'));
  expect(together).toEqual([mutants]);
});

test('what there was no time for is neither noticed nor unnoticed', async () => {
  const { mutants: outcomes } = await searchAll(mutants, () => Promise.resolve(undefined));
  expect(outcomes).toEqual(mutants.map((mutant) => ({ mutant, notice: 'untried' })));
});
