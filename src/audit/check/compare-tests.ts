/** The tests without a fault, compared with those of an earlier report. */

import type { BaselineTest, Evidence } from '../audit-types.js';

export interface ComparedTests {
  readonly evidence: readonly Evidence[];
  /** The name that a test of the report has now. */
  readonly nameNow: (before: string | undefined) => string | undefined;
}

/**
 * Every test of the report has to pass still, and to ask for everything that it asked for. More tests, requests and
 * items are fine. A renamed or moved test is a new one that asks for the same.
 */
export function compareTests(before: readonly BaselineTest[], now: readonly BaselineTest[]): ComparedTests {
  const names = new Map<string | undefined, string>();
  const known = before.map(({ name }) => name);
  const added = now.filter(({ name }) => !known.includes(name));
  const ofNoTest = now.find(({ name }) => name === '')?.asked ?? {};
  const inAll = Object.assign({}, ...now.map(({ asked }) => asked)) as BaselineTest['asked'];
  // A request may belong to a test in one run, and to none in another.
  const missing = ({ asked }: BaselineTest, other: BaselineTest): string | undefined =>
    Object.keys(asked).find((each) => Math.max(other.asked[each] ?? 0, ofNoTest[each] ?? 0) < asked[each]!);

  const evidence = before.flatMap((test): Evidence | readonly Evidence[] => {
    const same = test.name === '' ? { ...test, asked: inAll } : now.find(({ name }) => name === test.name);
    const counterpart = same ?? added.find((other) => missing(test, other) === undefined);
    if (counterpart === undefined)
      return { part: 'tests', verdict: 'tests changed', what: `The test "${test.name}" does not pass, or is gone.` };

    names.set(test.name, counterpart.name);
    const lost = missing(test, counterpart);
    const who = test.name === '' ? 'the command' : `the test "${test.name}"`;
    return lost === undefined
      ? []
      : { part: 'tests', verdict: 'less is done', what: `${who} no longer asks for ${lost}.` };
  });
  const passed: Evidence = {
    part: 'tests',
    verdict: 'fixed',
    what: 'Every test passes, and asks for as much as before.',
  };
  return { evidence: evidence.length === 0 ? [passed] : evidence, nameNow: (name) => names.get(name) ?? name };
}
