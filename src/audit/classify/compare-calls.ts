/** Compares the calls of a run with those of the baseline: what was asked again, what else was asked, and what was not. */

import type { Call } from '../plan/calls.js';

/** How often each identity occurs. */
export function countsOf(calls: readonly Call[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { identity } of calls) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  return counts;
}

/** The calls whose identity occurs more often than in the others, the surplus of each. */
export function surplus(calls: readonly Call[], others: readonly Call[]): Call[] {
  const left = countsOf(others);
  return calls.filter(({ identity }) => {
    const count = left.get(identity) ?? 0;
    left.set(identity, count - 1);
    return count <= 0;
  });
}
