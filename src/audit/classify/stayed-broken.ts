/** A client that stays broken after the service is well again: what a failed recovery leaves behind. */

import { retryAfterOf } from '../../emulator/judge/exchanges.js';
import type { TestCase } from '../../emulator/injection/trail.js';
import { hasMetInjection } from '../run/calls.js';
import { testAt } from '../run/tests.js';
import type { NumberedRun } from '../run/runs.js';
import { quotedError } from './error-text.js';
import type { Facts } from './facts.js';
import type { ClassifiedReaction, Observation } from './observation.js';
import { PRINTED } from '../run/printed.js';

const FORGET =
  'Forget the failure: reset what it leaves behind, such as a shared promise or a lock, so that the next call tries again.';

/** The reaction `stayed broken` if a later test failed although it met no fault itself; undefined otherwise. */
export function brokenAfter({ run, exchanges, times, met, testCase, entry }: Facts): ClassifiedReaction | undefined {
  const { fault, kind, call } = entry;
  // Refused connections are no exchanges: nobody knows which tests met them.
  const mayBreak = (fault.mayHaveArrived || fault.after !== undefined) && fault.meanwhile === undefined;
  // A client that was asked to wait may wait longer than the tests.
  const wasAskedToWait = met.some((exchange) => retryAfterOf(exchange) !== undefined);
  if (!mayBreak || testCase?.passed !== false || wasAskedToWait) return undefined;

  const testsWithFault = new Set(exchanges.filter(hasMetInjection).map(({ id }) => testAt(times.get(id), run.cases)));
  // Tests that ran in parallel with the fault may have failed for a reason of their own.
  const laterTests = run.cases.filter(({ started }) => started >= testCase.ended);
  const failed = laterTests.filter((test) => !test.passed && !testsWithFault.has(test));
  // A circuit breaker stays open for a time on purpose.
  const broken = failed.find(({ error = '' }) => !PRINTED.waitsOnPurpose.test(error));
  if (broken === undefined) return undefined;

  const { name, error = '' } = broken;
  const what = `After the service was well again, a later test failed, too: "${name}": ${quotedError(error)}`;
  const isAfterLogin = kind === 'token' || fault.second === 'renewal';
  const cause = isAfterLogin ? 'broken after a login' : `broken after ${call.operation}`;

  return { reaction: 'stayed broken', what, cause, broken, remedy: FORGET };
}

/**
 * Whether the later test may have failed only because the first test failed, as in a cascade. In a control, the first
 * test fails for another reason. If the later test passes in the control, its failure was no cascade.
 */
export function isCascade({ facts, broken }: Observation, { cases }: NumberedRun): boolean {
  const hasPassed = (test?: TestCase): boolean | undefined => cases.find(({ name }) => name === test?.name)?.passed;

  return hasPassed(facts.testCase) !== false || hasPassed(broken) !== true;
}
