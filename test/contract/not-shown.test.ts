/** Everything that the specification says it does not show has points that say what we answer, and what that rests on. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/contract/documents/read-document.js';
import { shippedContract } from '../../src/start/shipped.js';

interface NotShown {
  readonly section: string;
  readonly fact: string;
  /** IDs. */
  readonly points: readonly string[];
}

const { data } = readDocument(fileURLToPath(new URL('not-shown.yaml', import.meta.url)));
const facts = data as readonly NotShown[];
const { points } = shippedContract().fidelity();

test.each(facts)('section $section does not show $fact: points of the contract cover it', ({ points: ids }) => {
  expect(ids).not.toEqual([]);
  const found = new Map(points.map(({ id, basis }) => [id, basis]));
  expect(ids.filter((id) => !found.has(id))).toEqual([]);
  // What is not shown cannot be specified.
  expect(ids.filter((id) => found.get(id) !== 'specified')).not.toEqual([]);
});

test('every section with a sentence about what is not shown is covered', () => {
  const sections = ['2.2', '2.4', '2.5', '2.6', '2.7', '3', '4.1', '4.2', '5', '6', '7', '8'];
  expect([...new Set(facts.map(({ section }) => section))]).toEqual(sections);
});

test('the default of offset is inferred, because rule 1 of section 4.2 speaks of the client library', () => {
  expect(points.find(({ id }) => id === 'Offset:default')).toMatchObject({ basis: 'inferred', section: '4.2' });
});
