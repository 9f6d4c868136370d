/** What one exchange is compared with is compiled once: the contracts of all variants, of a sandbox with some of its own, too. */

import { expect, test } from 'vitest';
import { variantCases } from '../../../src/contract/variants/touched-variants.js';
import { shippedContracts } from '../../../src/start/shipped.js';

const contracts = shippedContracts();

test.each([
  ['a sandbox without variants', {}],
  ['a sandbox with a variant', { 'trailing-slash': 'tolerated' }],
])('the contract that differs from that of %s in one variant is kept, for each variant', (_, own) => {
  const all = (): object[] =>
    variantCases(contracts.points).map(({ point: { point }, variant }) =>
      contracts.in({ revision: contracts.base.revision, variants: { ...own, [point]: variant } }),
    );
  const first = all();
  expect(all().every((contract, at) => contract === first[at])).toBe(true);
});

test('of other combinations, the last ones are kept', () => {
  const combinations = variantCases(contracts.points).flatMap(({ point: { point }, variant }) =>
    [{ 'trailing-slash': 'tolerated' }, { 'path-case': 'ignored' }].map((own) => ({ ...own, [point]: variant })),
  );
  const all = (): object[] =>
    combinations.map((variants) => contracts.in({ revision: contracts.base.revision, variants }));
  const first = all();
  expect(contracts.in({ revision: contracts.base.revision, variants: combinations.at(-1)! })).toBe(first.at(-1));
  expect(contracts.in({ revision: contracts.base.revision, variants: combinations[0]! })).not.toBe(first[0]);
});
