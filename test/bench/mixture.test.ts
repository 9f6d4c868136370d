/** The mixture of new questions: how it is drawn, and that everybody answers it. */

import { expect, test } from 'vitest';
import { Mixture, SHARES, type Catalogue } from '../../bench/questions/mixture.js';
import { smoke } from '../../bench/smoke.js';
import { budget } from '../budget.js';

const numbered = (prefix: string, length: number): string[] => Array.from({ length }, (_, nth) => `${prefix}${nth}`);
const catalogue: Catalogue = {
  authorization: 'Bearer token',
  partyIds: numbered('party-', 500),
  handles: numbered('handle-', 700),
  contractIds: numbered('contract-', 1_000),
  linkTokens: numbered('link-', 100),
  lengths: Array.from({ length: 14 }, () => 300),
};

function drawn(seed: number, count: number, kind?: string): ReturnType<Mixture['next']>[] {
  const mixture = new Mixture(catalogue, { seed, kind });
  return Array.from({ length: count }, () => mixture.next());
}

test('the same seed draws the same questions', () => {
  expect(drawn(1, 200)).toEqual(drawn(1, 200));
  expect(drawn(1, 200)).not.toEqual(drawn(2, 200));
});

test('the kinds have their shares', () => {
  const kinds = drawn(1, 20_000).map(({ kind }) => kind);
  for (const [kind, share] of Object.entries(SHARES))
    expect(Math.abs(kinds.filter((drawnKind) => drawnKind === kind).length / 200 - share), kind).toBeLessThan(1);
});

test('no party is asked for again before all others', () => {
  expect(new Set(drawn(1, 500, 'score').map(({ path }) => path)).size).toBe(500);
});

test('pages have no credential in common before all were shown', () => {
  const offsets = drawn(1, 10, 'page-100').map(({ path }) => Number(/offset=(\d+)/.exec(path)![1]));
  expect(offsets.toSorted((a, b) => a - b)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
});

test.runIf(budget({ short: false, long: true }))('the emulator and bare Node answer the mixture', async () => {
  const { result } = await smoke(['mixture']);
  const asked = result.rows.filter(({ figure }) => figure === 'mixture, population 200');
  expect(asked.map(({ contestant }) => contestant)).toEqual(['id-emulator', 'node:http, bare']);
});
