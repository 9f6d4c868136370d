/** Prism and our validators give the same result for every case of the corpus, except for listed differences with a reason. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/contract/documents/read-document.js';
import { shippedContract } from '../../src/start/shipped.js';
import { prismFor } from './prism.js';
import { readCorpus, type Case } from './read-corpus.js';
import { violatedParts } from './violated-parts.js';

interface Difference {
  readonly reason: string;
  readonly cases: readonly string[];
}

const corpus = readCorpus();
const prism = await prismFor(shippedContract());
const differences = readDocument(fileURLToPath(new URL('prism-differences.yaml', import.meta.url)))
  .data as readonly Difference[];
const differing = new Set(differences.flatMap(({ cases }) => cases));

test.each(named(corpus.filter(({ name }) => !differing.has(name))))('Prism agrees that %s', (_, example) => {
  expect(prismVerdict(example)).toEqual(ourVerdict(example));
});

test.each(named(corpus.filter(({ name }) => differing.has(name))))('Prism does not agree that %s', (_, example) => {
  expect(prismVerdict(example).valid).not.toBe(ourVerdict(example).valid);
});

test('every listed difference is a case of the corpus', () => {
  const names = new Set(corpus.map(({ name }) => name));
  expect([...differing].filter((name) => !names.has(name))).toEqual([]);
});

test('no difference is listed twice', () => {
  expect(differences.flatMap(({ cases }) => cases)).toHaveLength(differing.size);
});

test('every difference has a reason', () => {
  expect(differences.filter(({ reason, cases }) => reason.trim() === '' || cases.length === 0)).toEqual([]);
});

function named(cases: readonly Case[]): readonly (readonly [string, Case])[] {
  return cases.map((example) => [example.name, example]);
}

function ourVerdict(example: Case): { valid: boolean } {
  return { valid: violatedParts(shippedContract(), example).length === 0 };
}

function prismVerdict(example: Case): { valid: boolean } {
  return { valid: prism.objections(example).length === 0 };
}
