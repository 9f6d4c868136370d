/** What the contract of each variant rests on can be listed, in every revision. */

import { expect, test } from 'vitest';
import { shippedContracts } from '../../../src/start/shipped.js';
import { budget } from '../../budget.js';

const contracts = shippedContracts();
/** A contract for each takes most of the time. */
const STRIDE = budget({ short: 4, long: 1 });

test.each(contracts.revisions)('the points of every variant of revision %s can be read', (revision) => {
  const all = contracts.points.flatMap(({ point, others }) => others.map(({ name }) => ({ point, variant: name })));
  for (const { point, variant } of all.filter((_, at) => at % STRIDE === 0)) {
    const { points } = contracts.in({ revision, variants: { [point]: variant } }).fidelity();
    expect(points.length, `${point}=${variant}`).toBeGreaterThan(300);
  }
});
