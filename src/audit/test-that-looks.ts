/**
 * A test gap (a test that passes although something is missing) in a test that looks: the test fails after another
 * failure, so the client has swallowed this failure.
 */

import type { AuditInProgress, Control } from './audit-in-progress.js';
import { answerOnce, atCall, observeAlone, withTimes } from './audit-in-progress.js';
import { PASS_ON } from './classify/classify.js';
import { isOfClient } from './classify/error-frames.js';
import { type Facts, isLost } from './classify/facts.js';
import { attemptsIn } from './classify/pauses.js';
import { pageBefore } from './expectations/list-walk.js';
import { type PlanEntry, withSelection } from './plan/plan.js';

/**
 * Turns `test gap` into `swallowed` if the test looks: it fails if the response is missing because of another failure.
 */
export const tryTestThatLooks: Control = async (entry, observation, audit) => {
  const { facts, reaction, what } = observation;
  const other = reaction === 'test gap' && isLost(facts) ? otherFailure(entry, facts) : undefined;
  if (other === undefined) return observation;

  const doesLook = await answerOnce(audit, ['looks', entry.id], () => looks(other, facts, audit));
  if (!doesLook) return observation;

  const failure = other.call === entry.call ? 'the second fault alone, again and again' : 'one at the first page';

  return {
    ...observation,
    reaction: 'swallowed',
    isSilent: true,
    what: `${what.split('. ')[0]}, and the test passed. After ${failure}, it fails.`,
    remedy: PASS_ON,
  };
};

/**
 * Another failure that the test must notice: the second of two faults alone, lasting, or the fault at the first page of
 * the list. Undefined if neither is possible.
 */
function otherFailure(entry: PlanEntry, facts: Facts): PlanEntry | undefined {
  const { testCase, usual, identity } = facts;
  const { fault, call, injections } = entry;
  if (fault.second === 'repetition') {
    const equalCalls = usual.calls.filter((other) => other.identity === identity);
    // Where tests are not told apart, an equal request may be of a test that looks.
    const isOfOneTest = testCase !== undefined || equalCalls.length === 1;
    return isOfOneTest ? withTimes(withSelection(entry, injections[1]!.selection), MOST_ATTEMPTS) : undefined;
  }

  if (fault.changesData || testCase === undefined) return undefined;

  const page = pageBefore(call, usual.calls);
  return page && atCall(entry, page, facts);
}

/** More attempts than any client makes. */
const MOST_ATTEMPTS = 12;

/** Whether the test fails because of the other failure, which ends with the attempts of the test. */
async function looks(other: PlanEntry, { entry, testCase }: Facts, audit: AuditInProgress): Promise<boolean> {
  const { facts } = await observeAlone(other, audit);
  // Without the rest of the failures, which other tests would meet.
  const shorter = await observeAlone(withTimes(other, attemptsIn(facts)), audit);
  const { name, error = '', file = '' } = shorter.facts.testCase ?? {};
  // At another page, an assertion also fails because of what the client returned.
  const isReported = other.call === entry.call || isOfClient(error, [file]);

  return shorter.reaction === 'gave up' && name === testCase?.name && isReported;
}
