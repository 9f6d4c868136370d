/** A wrong answer: after a failure, the client returns what it also returns if the service has no data. */

import type { NumberedRun } from '../run/runs.js';
import { namedFailure } from '../run/output-lines.js';
import type { Facts } from './facts.js';
import { PRINTED } from '../run/printed.js';

/**
 * The empty list or object that a test got instead of the expected value; undefined if it got none. An empty value
 * alone shows no mistake: a control has to show that a true negative gives the same value.
 */
export function emptyAnswer({ entry: { fault }, isAlone, testCase }: Facts): string | undefined {
  const { passed = true, compared } = testCase ?? {};
  if (!isAlone || passed || fault.changesData || compared === undefined) return undefined;

  const [, opening = ''] = PRINTED.emptyValue.exec(compared.actual.trim()) ?? [];
  const expected = compared.expected.trim().replace(/^(?:Array|Object) /, '');
  const isOfType = opening !== '' && expected.startsWith(opening) && !PRINTED.emptyValue.test(compared.expected.trim());

  return isOfType ? `${opening}${opening === '[' ? ']' : '}'}` : undefined;
}

/** Whether the test fails alike with a true negative, and the output with the fault names no failure. */
export function isAlike({ testCase, run }: Facts, control: NumberedRun): boolean {
  const own = control.cases.find(({ name, passed }) => name === testCase?.name && !passed)?.compared;
  const isSame = own?.actual === testCase?.compared?.actual && own?.expected === testCase?.compared?.expected;
  return isSame && namedFailure(run.output, [control.output]) === undefined;
}
