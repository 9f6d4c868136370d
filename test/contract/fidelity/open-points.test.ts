/** Every open point of the specification has points in the contract, with the expected basis. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shippedContract } from '../../../src/start/shipped.js';

const OPEN = parse(readFileSync(new URL('open-points.yaml', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

test.each(Object.entries(OPEN))('%s', (_, answers) => {
  const { points } = shippedContract().fidelity();
  const found = Object.keys(answers).map((id) => [id, points.find((point) => point.id === id)?.basis]);
  expect(Object.fromEntries(found)).toEqual(answers);
});
