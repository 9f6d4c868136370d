/** Evidence of the emulator in each variant names the variant, and refutes nothing that the variant does not change. */

import { expect, test } from 'vitest';
import { startEmulator, variants } from '../../../src/index.js';
import type { Evidence } from '../../../src/upstream/evidence/evidence.js';
import { askEverything } from './ask-everything.js';
import { evidenceOf, harOf } from './recorded-traffic.js';

/** Variants that no look names by these requests. Nothing else may be refuted in their place. */
const NOT_NAMED: ReadonlySet<string> = new Set([
  'proposal-scope=row',
  // A 404 to an approved user fits both.
  'approved-users=kyc-status',
  'approved-users=valid-credential',
  'resolve-scope=credential',
  'check-access=checked',
]);

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

test.each(variants().map(({ title, variants: chosen }) => [title, chosen] as const))('%s', async (title, chosen) => {
  const evidence = await evidenceIn(chosen);
  if (NOT_NAMED.has(title)) {
    expect(evidence.options).toEqual([]);
    return;
  }
  expect(Object.values(evidence.points).map(({ variant }) => variant)).toContain(title);
  expect(evidence.options).toEqual(['--variant', title]);
  // In this variant an item that is no object fails with the contract ID null, which no point names.
  const isNull = title === 'broken-item=fails' ? /contractId: expected a string, found null/ : /^$/;
  const contradictions = evidence.contradictions.filter(({ what }) => !isNull.test(what));
  expect([contradictions, evidence.surprises]).toEqual([[], []]);
});
