/** A client that stays broken after the service is well again: what a failed recovery leaves behind. */

import type { TestCase } from '../../emulator/injection/trail.js';
import type { NumberedRun } from '../run/runs.js';
import { testAt } from '../run/tests.js';
import { quotedError } from './error-text.js';
import type { Facts } from './facts.js';
import type { ClassifiedReaction, Observation } from './observation.js';

/** Words in the error of a client that sends nothing for a while on purpose, such as a circuit breaker. */
const WAITS_ON_PURPOSE = /circuit|breaker|cool.?down|too many failures|back.?off|retry.?after/i;

/** The reaction `stayed broken` if the next test failed although it met no fault itself; undefined otherwise. */
export function brokenAfter({ run, exchanges, times, testCase }: Facts): ClassifiedReaction | undefined {
  const next = testCase && run.cases.find(({ started }) => started >= testCase.ended);
  if (testCase?.passed !== false || next === undefined || next.passed) return undefined;

  const own = exchanges.filter(({ id }) => testAt(times.get(id), run.cases) === next);
  const isDisturbed = own.some(({ scenarios }) => scenarios.some(({ selector }) => selector === 'injection'));
  const error = next.error ?? '';
  if (isDisturbed || WAITS_ON_PURPOSE.test(error)) return undefined;

  const what = `After the service was well again, the next test failed, too: "${next.name}": ${quotedError(error)}`;
  return { reaction: 'stayed broken', what, cause: `after ${testCase.name}` };
}

/**
 * Whether the next test may have failed only because the test before it failed. In the control, another fault makes
 * that test fail. If the next test passes there, the failure was no cascade.
 */
export function isCascade({ metIn }: Observation, { cases }: NumberedRun): boolean {
  const own = cases.find(({ name }) => name === metIn);
  const next = own && cases.find(({ started }: TestCase) => started >= own.ended);
  return own?.passed !== false || next?.passed !== true;
}
