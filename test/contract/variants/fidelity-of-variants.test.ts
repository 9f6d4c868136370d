/** What the contract of each variant rests on can be listed, in every revision. */

import { expect, test } from 'vitest';
import { shippedContracts } from '../../../src/start/shipped.js';

const contracts = shippedContracts();

test.each(contracts.revisions)('the points of every variant of revision %s can be read', (revision) => {
  for (const { point, others } of contracts.points)
    for (const { name: variant } of others) {
      const { points } = contracts.in({ revision, variants: { [point]: variant } }).fidelity();
      expect(points.length, `${point}=${variant}`).toBeGreaterThan(300);
    }
});
