/**
 * The tests of a baseline (the two runs without faults), with what each test asks for. Later runs are compared with the
 * baseline: a test that passes, and asks for less than before, may check less.
 */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { askedFor } from './list-walk.js';
import type { ObservedRun } from '../run/observe-run.js';
import { printedTests, testAt } from '../run/tests.js';
import type { BaselineTest } from '../audit-types.js';

type Asked = BaselineTest['asked'];

/**
 * The tests of the first run that passed in both runs, with what they asked for in both. A request near the end of a
 * test may belong to another test in the other run. Such a request counts for a test without a name.
 */
export function testsOfBoth(first: ObservedRun, second: ObservedRun): BaselineTest[] {
  const firstTests = testsIn(first);
  const secondTests = testsIn(second);
  const named = firstTests.flatMap((test) => {
    const again = secondTests.find(({ name }) => name !== '' && name === test.name);
    return again === undefined ? [] : { ...test, asked: askedInBoth(test.asked, again.asked) };
  });
  // What both runs asked for, less what the tests with names asked for in both.
  const askedByNamed = askedByAll(named);
  const asked = Object.entries(askedInBoth(askedByAll(firstTests), askedByAll(secondTests)));
  const others = asked.map(([name, amount]) => [name, amount - (askedByNamed[name] ?? 0)] as const);
  const remaining = others.filter(([, amount]) => amount > 0);
  if (remaining.length === 0) return named;

  return [...named, { name: '', duration: 0, asked: Object.fromEntries(remaining) }];
}

/** What all tests together ask for. */
export function askedByAll(tests: readonly BaselineTest[]): Asked {
  const sums: Record<string, number> = {};
  for (const [name, amount] of tests.flatMap(({ asked }) => Object.entries(asked)))
    sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}

/** What two runs both ask for, each with the smaller amount. */
function askedInBoth(one: Asked, other: Asked): Asked {
  const inBoth = Object.entries(one).filter(([name]) => name in other);
  return Object.fromEntries(inBoth.map(([name, amount]) => [name, Math.min(amount, other[name]!)]));
}

/** The tests of a run that passed, with all that each asked for. */
function testsIn({ cases, sandboxes, output }: ObservedRun): BaselineTest[] {
  // Tests are reported by the runner, or by the fixture that opened a sandbox. If nobody reports tests, the output may
  // name them.
  const reported = [...cases, ...sandboxes.flatMap(({ tests }) => tests)];
  const known = reported.length > 0 ? reported : printedTests(output);
  const passed = known.filter((test) => test.passed);
  const sentBy = new Map<string, Exchange[]>(passed.map(({ name }) => [name, []]));

  for (const { exchanges, times, tests } of sandboxes)
    for (const exchange of exchanges) {
      // The test that ran at that time, or else the test of the sandbox. Without both, the test has no name.
      const name = testAt(times.get(exchange.id), cases)?.name ?? tests[0]?.name ?? '';
      sentBy.set(name, [...(sentBy.get(name) ?? []), exchange]);
    }

  return [...sentBy].map(([name, exchanges]) => {
    const sameName = cases.filter((test) => test.name === name);
    const duration = sameName.reduce((sum, { started, ended }) => sum + ended - started, 0);
    return { name, duration: Math.round(duration), asked: askedFor(exchanges) };
  });
}
