/** Which test sent a request, by the times between which each test ran. */

import type { ObservedSandbox, TestCase } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';

/** Milliseconds by which the clocks of two processes may differ. */
const TOLERANCE = 5;

/** The only test that ran at that time, with its subtests; undefined if there was none, or if there were several. */
export function testAt(time: number | undefined, cases: readonly TestCase[]): TestCase | undefined {
  const running = cases.filter(
    ({ started, ended }) => time !== undefined && started - TOLERANCE <= time && time <= ended + TOLERANCE,
  );
  return running.find((one) => running.every((other) => isWithin(other, one)));
}

function isWithin(inner: TestCase, outer: TestCase): boolean {
  return outer.started <= inner.started && inner.ended <= outer.ended;
}

/** The exchanges of each test, without those that may be of several tests. */
export function exchangesByTest(
  { exchanges, times }: Pick<ObservedSandbox, 'exchanges' | 'times'>,
  cases: readonly TestCase[],
): Exchange[][] {
  const groups = new Map<TestCase, Exchange[]>();
  for (const exchange of exchanges) {
    const test = testAt(times.get(exchange.id), cases);
    if (test !== undefined) groups.set(test, [...(groups.get(test) ?? []), exchange]);
  }
  return [...groups.values()];
}

/** Whether the requests came from more than one test, as far as it is known. */
export function areOfSeveralTests(
  exchanges: readonly Exchange[],
  times: ReadonlyMap<number, number>,
  cases: readonly TestCase[],
): boolean {
  return cases.length > 0 && new Set(exchanges.map(({ id }) => testAt(times.get(id), cases))).size > 1;
}
