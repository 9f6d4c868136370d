/** Evidence of the emulator in each variant names the variant, and refutes nothing that the variant does not change. */

import { expect, test } from 'vitest';
import { UNSEEN } from '../../../build/fidelity-page.js';
import { startEmulator, variants } from '../../../src/index.js';
import { shippedContract } from '../../../src/start/shipped.js';
import type { Evidence } from '../../../src/upstream/report-types.js';
import { askEverything } from './ask-everything.js';
import { evidenceOf, harOf } from './recorded-traffic.js';

async function evidenceIn(chosen: Readonly<Record<string, string>>): Promise<Evidence> {
  await using emulator = await startEmulator({ variants: chosen, clientSecret: 'pass+word%41' });
  const { entries } = await askEverything(emulator);
  return await evidenceOf(emulator.apiUrl, harOf(entries));
}

function refuted({ points }: Evidence): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(points).flatMap(([id, { verdict, variant, observed }]) =>
      verdict === 'as-guessed' ? [] : [[id, { verdict, variant, observed }]],
    ),
  );
}

test('traffic of the emulator refutes nothing, and has no surprise', async () => {
  const evidence = await evidenceIn({});
  expect([refuted(evidence), evidence.contradictions, evidence.surprises]).toEqual([{}, [], []]);
  expect(Object.keys(evidence.points).length).toBeGreaterThan(120);
});

test('the page about guesses lists no point as unseen that traffic decides, and no variant that there is not', async () => {
  const { points } = await evidenceIn({});
  const unseen = Object.values(UNSEEN.neverSeen).flat();
  expect(unseen.filter((id) => id in points)).toEqual([]);
  const known = shippedContract().fidelity().points;
  expect(known.map(({ id }) => id)).toEqual(expect.arrayContaining(unseen));
  expect(variants().map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(UNSEEN.rarelyNamed)));
});

test.each(variants().map(({ title, variants: chosen }) => [title, chosen] as const))('%s', async (title, chosen) => {
  const evidence = await evidenceIn(chosen);
  if (title in UNSEEN.rarelyNamed) {
    expect(evidence.options).toEqual([]);
    return;
  }
  expect(Object.values(evidence.points).map(({ variant }) => variant)).toContain(title);
  expect(evidence.options).toEqual(['--variant', title]);
  expect([evidence.contradictions, evidence.surprises]).toEqual([[], []]);
});
