/** Our validators give the expected result for every case of the corpus. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../src/start/shipped.js';
import { readCorpus } from './read-corpus.js';
import { violatedParts } from './violated-parts.js';

test.each(readCorpus().map((example) => [example.name, example] as const))('%s', (_, example) => {
  const expected = example.expect === 'valid' ? [] : [...example.expect].sort();
  expect(violatedParts(shippedContract(), example)).toEqual(expected);
});
