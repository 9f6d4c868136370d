/** The tests of a baseline, with what each asks for, so that a later run can be compared with it. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { askedFor } from './list-walk.js';
import type { ObservedRun } from '../run/observe-run.js';
import { printedTests, testAt } from '../run/tests.js';
import type { BaselineTest } from '../audit-types.js';

/** The tests of the first run that passed in both, with what they asked for in both. */
export function testsOfBoth(first: ObservedRun, second: ObservedRun): BaselineTest[] {
  const again = new Map(testsIn(second).map((test) => [test.name, test]));
  return testsIn(first).flatMap(({ asked, ...test }) => {
    const other = again.get(test.name);
    if (other === undefined) return [];

    const both = Object.entries(asked).filter(([name]) => name in other.asked);
    const least = both.map(([name, amount]) => [name, Math.min(amount, other.asked[name]!)]);
    return { ...test, asked: Object.fromEntries(least) as Record<string, number> };
  });
}

/** The tests of a run that passed, with all that each asked for. */
function testsIn({ cases, sandboxes, output }: ObservedRun): BaselineTest[] {
  const told = [...cases, ...sandboxes.flatMap(({ tests }) => tests)];
  const passed = (told.length > 0 ? told : printedTests(output)).filter((test) => test.passed);
  const sent = new Map<string, Exchange[]>(passed.map(({ name }) => [name, []]));
  for (const { exchanges, times, tests } of sandboxes)
    for (const exchange of exchanges) {
      const name = testAt(times.get(exchange.id), cases)?.name ?? tests[0]?.name ?? '';
      sent.set(name, [...(sent.get(name) ?? []), exchange]);
    }
  return [...sent].map(([name, exchanges]) => {
    const own = cases.filter((test) => test.name === name);
    const duration = own.reduce((sum, { started, ended }) => sum + ended - started, 0);
    return { name, duration: Math.round(duration), asked: askedFor(exchanges) };
  });
}
