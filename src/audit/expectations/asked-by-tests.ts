/** The tests of a baseline, with what each asks for, so that a later run can be compared with it. */

import type { Exchange } from '../../emulator/journal/exchange.js';
import { askedFor } from './list-walk.js';
import type { ObservedRun } from '../run/observe-run.js';
import { printedTests, testAt } from '../run/tests.js';
import type { BaselineTest } from '../audit-types.js';

type Asked = BaselineTest['asked'];

/**
 * The tests of the first run that passed in both, with what they asked for in both. A request near the end of a test
 * may belong to another one in the other run: it is asked for by a test without a name.
 */
export function testsOfBoth(first: ObservedRun, second: ObservedRun): BaselineTest[] {
  const [before, after] = [testsIn(first), testsIn(second)];
  const again = new Map(after.map((test) => [test.name, test]));
  const named = before.flatMap((test) => {
    const other = test.name === '' ? undefined : again.get(test.name);
    return other === undefined ? [] : { ...test, asked: leastOf(test.asked, other.asked) };
  });
  const known = askedByAll(named);
  const all = Object.entries(leastOf(askedByAll(before), askedByAll(after)));
  const rest = all.map(([name, amount]) => [name, amount - (known[name] ?? 0)] as const);
  const left = rest.filter(([, amount]) => amount > 0);

  return left.length === 0 ? named : [...named, { name: '', duration: 0, asked: Object.fromEntries(left) }];
}

/** What all tests together ask for. */
export function askedByAll(tests: readonly BaselineTest[]): Asked {
  const sums: Record<string, number> = {};
  for (const [name, amount] of tests.flatMap(({ asked }) => Object.entries(asked)))
    sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}

function leastOf(one: Asked, other: Asked): Asked {
  const both = Object.entries(one).filter(([name]) => name in other);
  return Object.fromEntries(both.map(([name, amount]) => [name, Math.min(amount, other[name]!)]));
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
