/**
 * The reaction to calls that overlap, because the response to the first of them was held. The reaction counts only if
 * the calls did overlap, and no time limit came first.
 */

import { formatTime, respondedAt } from '../../emulator/judge/exchanges.js';
import type { AppliedScenario, Exchange, TokenReference } from '../../emulator/journal/exchange.js';
import { hasLeft } from '../../emulator/journal/outcome.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { isTokenRequest } from '../expectations/holds.js';
import { hasMetRepetition } from '../run/calls.js';
import { differenceOf, sameLines } from '../run/output-lines.js';
import { printedTests } from '../run/tests.js';
import { quotedError } from './error-text.js';
import type { Facts } from './facts.js';
import type { ClassifiedReaction } from './observation.js';
import { writtenTwice } from './writes.js';
import { PRINTED } from '../run/printed.js';

/** The reaction `not observed` if the calls, or the renewals after refusals, did not overlap; undefined if they did. */
export function unobservedOverlap(facts: Facts): ClassifiedReaction | undefined {
  const { exchanges, met } = facts;
  const withoutOverlap = exchanges.find((exchange) => {
    const { until = 'limit', of = exchange.operation } = holdOf(exchange)?.parameters ?? {};
    const { reason } = exchange.release ?? {};
    // A hold until a limit waits for no other call. The reason `condition` means that the other call came.
    if (until === 'limit' || reason === 'condition') return false;

    // A program that fails because of the later call may end before the held response is sent.
    const hasOther = exchanges.some(({ id, operation }) => id > exchange.id && operation === of);
    return reason === 'limit' || !hasOther;
  });
  if (withoutOverlap !== undefined)
    return { reaction: 'not observed', what: 'No other call came while the response was held.' };

  const [first] = met;
  if (first !== undefined && isLate(first) && !isAwaited(first, facts))
    return { reaction: 'not observed', what: 'The test did not wait for the late response.' };
  if (first?.status !== 401) return undefined;
  if (exchanges.some((exchange) => exchange.id > first.id && isTokenRequest(exchange))) return undefined;

  return { reaction: 'not observed', what: 'The client requested no new access token after the refusal.' };
}

/** The injected hold of an exchange: the fault that delays its response. */
function holdOf({ scenarios }: Exchange): AppliedScenario | undefined {
  return scenarios.find(({ selector, fault }) => selector === 'injection' && fault === 'hold');
}

/** By how many milliseconds the clocks of a test runner and of an emulator differ at most, on a busy machine. */
const CLOCK_ERROR = 100;

/** Whether the response is late, whatever other calls do. */
function isLate(exchange: Exchange): boolean {
  return holdOf(exchange)?.parameters['until'] === 'limit';
}

/**
 * Whether the client, or its test, still needed the late response: the test went on until the response came. A client
 * that leaves a call may have a time limit. Whether a token is needed shows in the control, which has the same waits.
 */
function isAwaited(late: Exchange, { hasFailed, hasHung, testCase, times, run }: Facts): boolean {
  if ((!hasFailed && !hasHung) || isTokenRequest(late)) return true;
  if (hasLeft(late.response.ending)) return hasHung;

  const ended = testCase?.ended ?? (printedTests(run.output).length === 0 ? Infinity : 0);
  return ended > times.get(late.id)! + (late.duration ?? Infinity) - CLOCK_ERROR;
}

/** The reaction of a client that did not crash. @param said the error of the command or its test, if it failed */
export function reactionToOverlap(facts: Facts, said: string): ClassifiedReaction {
  const { entry, hasFailed, hasHung, run } = facts;
  const idle = idleAtEnd(facts);
  // The test failed after a silence that is longer than any test usually takes: its time limit ended the wait.
  const hasWaited = hasFailed && idle > LONG_IDLE && idle > facts.baseline.longestTest;
  // A client that was left waiting twice, one time after the other, may only have a longer time limit than the run.
  if (hasHung && hasMetRepetition(facts.met))
    return {
      reaction: 'not observed',
      what: 'The client sent a call again, and its time was up before its own limit.',
    };

  const waited = formatTime(hasHung ? run.duration : idle);
  if (hasHung || hasWaited) return { reaction: 'hung', what: `The client was still waiting after ${waited}.` };

  // The control shows that a token that is late meets no time limit that a late response does not meet.
  const mayBeLimit = !facts.met.some((first) => isTokenRequest(first) && isLate(first));
  if (hasFailed && (PRINTED.runnerLimit.test(said) || (mayBeLimit && PRINTED.timeLimit.test(said))))
    return { reaction: 'not observed', what: `A time limit came first: ${quotedError(said)}` };
  if (hasFailed) {
    const mayGiveUp = entry.fault.expected[entry.kind].includes('gave up');
    const what = `The test fails only if the calls overlap in this way: ${quotedError(said)}`;
    return { reaction: mayGiveUp ? 'gave up' : 'wrong result', what };
  }

  const difference = otherOutcome(facts);
  if (difference !== undefined) return { reaction: 'wrong result', what: difference, isSilent: true };

  const twice = writtenTwice(facts);
  // The cause is the write, so that several classes of overlap with one write make one finding.
  if (twice !== undefined) return { reaction: 'wrong result', what: twice, cause: twice, isSilent: true };

  return secondLogin(facts) ?? needlessRenewal(facts) ?? { reaction: 'recovered', what: 'The command passed.' };
}

/** Milliseconds without a request or a response that are long for a client. */
const LONG_IDLE = 2_000;

/**
 * Milliseconds from the last response until the end of the failed test; 0 if its runner does not report when it ended.
 */
function idleAtEnd({ exchanges, times, testCase }: Facts): number {
  const ends = exchanges.map(({ id, duration = 0 }) => (times.get(id) ?? 0) + duration);
  return testCase === undefined || testCase.passed ? 0 : Math.round(testCase.ended - Math.max(...ends));
}

/** How the outcome differs from the outcome without holds, as a sentence. The order of lines does not count. */
function otherOutcome({ baseline, run }: Facts): string | undefined {
  const [usual, now] = [baseline.comparedOutput, run.comparedOutput];
  if (usual === undefined || now === undefined || sameLines(usual, now)) return undefined;
  return `The outcome differs only if the calls overlap in this way: ${differenceOf(usual, now)}.`;
}

/** Milliseconds after which a client may have given up a request. */
const SHORTEST_LIMIT = 600;

/**
 * The reaction of a client that sends a token request while another token request is open. It counts only if the test
 * sends fewer token requests in the baseline: separate clients would request their own tokens there, too.
 */
function secondLogin(facts: Facts): ClassifiedReaction | undefined {
  const { usual, testCase } = facts;
  const [first] = facts.met;
  const isLogin = first?.issuedToken !== undefined;
  // Where calls were refused together, one renewal is right.
  const held = isLogin ? first : facts.ofTest.find((each) => each.issuedToken !== undefined && holdOf(each));
  if (held === undefined || (isLogin && held.release?.reason !== 'condition')) return undefined;

  const logins = facts.ofTest.filter(({ issuedToken }) => issuedToken !== undefined);
  const usualLogins = usual.calls.filter(({ test, exchange }) => {
    const isOfTest = testCase === undefined || test === testCase.name;
    return isOfTest && exchange.issuedToken !== undefined;
  });
  const rightCount = isLogin ? usualLogins.length : usualLogins.length + 1;
  // Later, the client may have given up the first request, and a second one is right.
  const responded = respondedAt(held) ?? 0;
  const openUntil = Math.min(responded, held.received + SHORTEST_LIMIT);
  const isSecond = ({ id, received }: Exchange): boolean => id > held.id && received < openUntil;
  if (logins.length <= rightCount || !logins.some(isSecond)) return undefined;

  const what = 'The client sent a second token request while the first one was open; without the wait it sends one.';

  return { reaction: 'misbehaved', what, cause: 'second token request', isSilent: true };
}

/**
 * The reaction of a client that renews its access token although it already had a newer one, which was not refused.
 * Both new tokens repeat calls that were refused with the same old token, so a single client sent them.
 */
function needlessRenewal(facts: Facts): ClassifiedReaction | undefined {
  const { exchanges, usual } = facts;
  const [held] = facts.met;
  if (held?.status !== 401 || held.accessToken === undefined) return undefined;

  // One renewal is right. Further token requests have to be more than the tests send without the fault.
  const loginCount = (all: readonly Exchange[]): number =>
    all.filter(({ issuedToken }) => issuedToken !== undefined).length;
  if (loginCount(exchanges) < loginCount(usual.exchanges) + 2) return undefined;

  const sinceThen = facts.ofTest.filter(({ id }) => id >= held.id);
  const refusals = sinceThen.filter(({ status }) => status === 401);
  const repetitions = repetitionsOf(refusals.filter(isWith(held.accessToken)), sinceThen);
  const renewals = sinceThen.filter(({ issuedToken: token }) => token !== undefined && repetitions.some(isWith(token)));
  const accepted = renewals.filter(({ issuedToken }) => !refusals.some(isWith(issuedToken!)));
  // An earlier renewal had brought a token that was accepted, before the client requested this one.
  const hadNewer = (renewal: Exchange): boolean =>
    accepted.some((earlier) => (respondedAt(earlier) ?? Infinity) < renewal.received);
  if (!renewals.some(hadNewer)) return undefined;

  const what =
    'After the refusal of an older access token, the client threw the newer one away, and requested another.';

  return { reaction: 'misbehaved', what, cause: 'renewal', isSilent: true };
}

/** Matches exchanges with this access token. */
function isWith({ id }: TokenReference): (exchange: Exchange) => boolean {
  return ({ accessToken }) => accessToken?.id === id;
}

/** The first repetition of each refused request. A later repetition may be of another test, with its own client. */
function repetitionsOf(refusals: readonly Exchange[], all: readonly Exchange[]): Exchange[] {
  const found = new Set<Exchange>();
  for (const refusal of refusals) {
    const request = requestInAnyRun(refusal);
    const again = all.find((later) => {
      const hasOtherToken = later.accessToken?.id !== refusal.accessToken?.id;
      return later.id > refusal.id && hasOtherToken && !found.has(later) && requestInAnyRun(later) === request;
    });
    if (again !== undefined) found.add(again);
  }

  return [...found];
}
