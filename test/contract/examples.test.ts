/** Every example in the document matches its schema. */

import { expect, test } from 'vitest';
import { shippedContract } from '../../src/start/shipped.js';
import { bodiesWithoutExample, exampleCheck, examplesIn, examplesWithoutSchema } from '../document-examples.js';

const { document } = shippedContract();
const mistakesOf = exampleCheck(document);

test('every body of the contract has an example', () => {
  expect(bodiesWithoutExample(document)).toEqual([]);
});

test('every example has a schema', () => {
  expect(examplesWithoutSchema(document)).toEqual([]);
});

test.each(examplesIn(document))('the example "$name" at $pointer is valid', (placed) => {
  expect(mistakesOf(placed)).toBeNull();
});
