/** `id-emulator fidelity`: the points of the contract and their basis. */

import { expect, test } from 'vitest';
import { fidelity } from '../../src/cli/reference/fidelity.js';
import type { Schemas } from '../../src/emulator/control/documents.js';
import { shippedContract } from '../../src/start/shipped.js';

const { points } = shippedContract().fidelity();

test('every point has a line, and the last line counts them', () => {
  const text = fidelity({});
  const lines = text.split('\n').filter((line) => line.startsWith('  '));
  expect(lines.map((line) => line.trim().split(/ +/)[1]).toSorted()).toEqual(points.map(({ id }) => id).toSorted());
  expect(text.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^${points.length} points: \\d+ specified, \\d+ public-client, \\d+ inferred, \\d+ chosen$`),
  );
});

test('--json has points and counts', () => {
  const { points: shown, counts } = JSON.parse(fidelity({ basis: ['inferred'], json: true })) as Schemas['Fidelity'];
  expect(shown).toEqual(points.filter(({ basis }) => basis === 'inferred'));
  expect(counts).toEqual({ specified: 0, 'public-client': 0, recorded: 0, inferred: shown.length, chosen: 0 });
});

test('--variants lists only the selected bases and operation, also as JSON', () => {
  const { variants } = JSON.parse(
    fidelity({ variants: true, json: true, operation: 'checkVerificationStatus', basis: ['public-client'] }),
  ) as { variants: { point: string; others: { name: string }[] }[] };
  expect(variants.map(({ point, others }) => [point, others.map(({ name }) => name)])).toEqual([
    ['absent-members', ['null']],
    ['error-body', ['problem', 'status-code', 'text', 'empty']],
    ['expired-link', ['410', 'expired', 'not-found']],
  ]);
});

test('--revision adds the points of a later revision', () => {
  const all = JSON.parse(fidelity({ revision: '2026-04', json: true })) as Schemas['Fidelity'];
  expect(all.points.length).toBeGreaterThan(points.length);
});
