/** Many mutants at a time: a group that nobody notices needs one run. */

import { expect, test } from 'vitest';
import type { Mutant } from '../../../src/audit/mutate/mutants.js';
import { MutantSearch } from '../../../src/audit/mutate/search.js';

const mutants = Array.from({ length: 64 }, (_, at): Mutant => ({
  operation: 'getUsers',
  place: `items[].m${at}`,
  kind: 'value',
}));

/** A command that notices these mutants; `runs` grows with each of its runs. */
function commandThatReads(isRead: (places: readonly string[]) => boolean) {
  const command = {
    runs: 0,
    search: new MutantSearch((tried) => {
      command.runs += 1;
      return Promise.resolve(isRead(tried.map(({ place }) => place)) ? 'test' : 'none');
    }),
  };
  return command;
}

test('a group that is not noticed takes one run', async () => {
  const command = commandThatReads(() => false);
  expect(await command.search.search(mutants)).toBe(false);
  expect(command.runs).toBe(1);
  expect(mutants.map((mutant) => command.search.noticeOf(mutant))).toEqual(mutants.map(() => 'none'));
});

test('the one of 64 mutants that is noticed is found in 13 runs', async () => {
  const command = commandThatReads((places) => places.includes('items[].m37'));
  await command.search.search(mutants);
  expect(command.runs).toBe(13);
  expect(mutants.filter((mutant) => command.search.noticeOf(mutant) === 'test')).toEqual([mutants[37]]);
});

test('mutants that are noticed only together are told as such', async () => {
  const command = commandThatReads((places) => places.includes('items[].m0') && places.includes('items[].m63'));
  await command.search.search(mutants);
  expect(command.search.together).toEqual([mutants]);
});

test('what there was no time for is neither noticed nor unnoticed', async () => {
  const search = new MutantSearch(() => Promise.resolve(undefined));
  await search.search(mutants);
  expect(mutants.map((mutant) => search.noticeOf(mutant))).toEqual(mutants.map(() => undefined));
});
