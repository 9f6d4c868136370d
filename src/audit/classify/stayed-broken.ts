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

/** The reaction `stayed broken` if a later test failed although it met no fault itself; undefined otherwise. */
export function brokenAfter({ run, exchanges, times, met, testCase, entry }: Facts): ClassifiedReaction | undefined {
  const { fault, kind, call } = entry;
  const isFailure = fault.mayHaveArrived || fault.after !== undefined;
  // Who was told to wait may wait longer than the tests.
  if (!isFailure || testCase?.passed !== false || met.some((each) => retryAfterOf(each) !== undefined))
    return undefined;

  const affected = new Set(exchanges.filter(hasMetInjection).map(({ id }) => testAt(times.get(id), run.cases)));
  const broken = run.cases.find(
    (each) =>
      !each.passed &&
      each.started >= testCase.ended &&
      !affected.has(each) &&
      !PRINTED.waitsOnPurpose.test(each.error ?? ''),
  );
  if (broken === undefined) return undefined;

  const { name, error = '' } = broken;
  const what = `After the service was well again, a later test failed, too: "${name}": ${quotedError(error)}`;
  const isToken = kind === 'token' || fault.second === 'renewal';

  return {
    reaction: 'stayed broken',
    what,
    cause: `broken after ${isToken ? 'a login' : call.operation}`,
    broken,
  };
}

/**
 * Whether the later test may have failed only because the first one failed. In a control, the first test fails for
 * another reason. If the later test passes there, its failure was no cascade.
 */
export function isCascade({ facts, broken }: Observation, { cases }: NumberedRun): boolean {
  const resultOf = (test?: string): TestCase | undefined => cases.find(({ name }) => name === test);
  return resultOf(facts.testCase?.name)?.passed !== false || resultOf(broken?.name)?.passed !== true;
}
