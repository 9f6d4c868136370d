/** A wrong answer: after a failure, the client tells its caller what it tells if there is none. */

import type { NumberedRun } from '../run/runs.js';
import { namedFailure } from '../run/output-lines.js';
import type { Facts } from './facts.js';
import type { Observation } from './observation.js';

/** An empty list or object, as a value of JSON or as a test runner shows it. */
const EMPTY = /^(?:Array |Object )?(\[|\{)\s*[\]}]$/;

/**
 * The empty list or object that a test got where it expects another one, if that is its only error. What it says shows
 * no mistake: a control has to show that a true negative gives the same.
 */
export function emptyAnswer({ entry: { fault }, isAlone, testCase }: Facts): string | undefined {
  const { passed = true, compared } = testCase ?? {};
  if (!isAlone || passed || fault.changesData || compared === undefined) return undefined;

  const [, opening = ''] = EMPTY.exec(compared.actual.trim()) ?? [];
  const expected = compared.expected.trim().replace(/^(?:Array|Object) /, '');
  const isOfType = opening !== '' && expected.startsWith(opening) && !EMPTY.test(compared.expected.trim());
  return isOfType ? `${opening}${opening === '[' ? ']' : '}'}` : undefined;
}

/** Whether a test fails with a true negative as it did with the fault, whose output names no failure beside. */
export function isAlike({ metIn, compared, output }: Observation, control: NumberedRun): boolean {
  const own = control.cases.find(({ name, passed }) => name === metIn && !passed);
  const isSame = own?.compared?.actual === compared?.actual && own?.compared?.expected === compared?.expected;
  return isSame && namedFailure(output, [control.output]) === undefined;
}
