/** Effects and patches belong to variants that the contract describes, and every described variant has one of them. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { variants } from '../../../src/index.js';
import { VARIANT_EFFECTS } from '../../../src/contract/variants/effects.js';

const patches = parse(readFileSync('spec/variants.yaml', 'utf8')) as Record<string, Record<string, object>>;

function titlesOf(byPoint: Readonly<Record<string, object>>): string[] {
  return Object.entries(byPoint).flatMap(([point, alternatives]) =>
    Object.keys(alternatives).map((name) => `${point}=${name}`),
  );
}

test('a variant has an effect, a patch of the contract, or both', () => {
  expect(new Set([...titlesOf(patches), ...Object.keys(VARIANT_EFFECTS)])).toEqual(
    new Set(variants().map(({ title }) => title)),
  );
});
