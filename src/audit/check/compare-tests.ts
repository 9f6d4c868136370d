/** Compares the tests without a fault with those of an earlier report. */

import { askedByAll } from '../expectations/asked-by-tests.js';
import type { BaselineTest, Evidence } from '../audit-types.js';

export interface ComparedTests {
  /** What a check reports of the tests; {@link compareTests} says what is wrong. */
  readonly evidence: readonly Evidence[];
  /** The name that a test of the report has now. */
  readonly nameNow: (before: string | undefined) => string | undefined;
}

/**
 * Every test of the report still has to pass, and what a test asked for has to be asked for as often, by any test: near
 * the end of a test, a request may belong to the next test in another run. More tests, requests and items are fine. A
 * new test that asks for everything that a missing test asked for counts as the missing test under a new name.
 */
export function compareTests(before: readonly BaselineTest[], now: readonly BaselineTest[]): ComparedTests {
  const names = new Map<string | undefined, string>();
  const newTests = now.filter(({ name }) => name !== '' && before.every((test) => test.name !== name));
  // All tests together are compared, because a request may belong to another test this time.
  const askedLess = lessIn(askedByAll(now), askedByAll(before));
  const evidence = before.flatMap((test): Evidence | Evidence[] => {
    const { name, asked } = test;
    const sameName = name === '' ? test : now.find((other) => other.name === name);
    const counterpart = sameName ?? newTests.find((other) => lessIn(other.asked, asked).length === 0);
    if (counterpart === undefined)
      return { part: 'tests', verdict: 'tests changed', what: `The test "${name}" does not pass, or is gone.` };

    names.set(name, counterpart.name);
    const less = askedLess.find((request) => request in asked);
    if (less === undefined) return [];

    const who = name === '' ? 'the command' : `the test "${name}"`;
    return { part: 'tests', verdict: 'less is done', what: `${who} asks less often for ${less}, or no longer.` };
  });
  if (evidence.length === 0)
    evidence.push({ part: 'tests', verdict: 'fixed', what: 'Every test passes, and asks for as much as before.' });

  return { evidence, nameNow: (name) => names.get(name) ?? name };
}

/** What is asked for less often than before. */
function lessIn(now: BaselineTest['asked'], before: BaselineTest['asked']): string[] {
  return Object.keys(before).filter((request) => (now[request] ?? 0) < before[request]!);
}
