/** Classifies how the client reacted to each fault, by its errors, its requests and what is missing. */

import type { TestCase } from '../../emulator/injection/trail.js';
import { remedyFor } from '../expectations/fault-class.js';
import type { PlanEntry } from '../plan/plan.js';
import { hasMetRepetition } from '../run/calls.js';
import { newLines } from '../run/output-lines.js';
import { PRINTED } from '../run/printed.js';
import { printedTests } from '../run/tests.js';
import { isOfClient, packageOf } from './error-frames.js';
import { quotedError } from './error-text.js';
import { type Facts, factsOf, type FaultedSandbox, isLost } from './facts.js';
import type { Classification, ClassifiedReaction, Observation } from './observation.js';
import { offenceIn } from './offences.js';
import { reactionToOverlap, unobservedOverlap } from './overlap-reaction.js';
import { crashIn, testFilesOf } from './own-errors.js';
import { isPausing } from './pauses.js';
import { proofIn, readTwice } from './proofs.js';
import { brokenAfter } from './stayed-broken.js';
import { silentReaction } from './test-gap.js';
import { takenForAnswer } from './wrong-answer.js';

/**
 * The reaction to each fault. A run with several faults shows their reactions only if nothing went wrong, or if each
 * failed test met a fault of its own.
 */
export function classify(faulted: FaultedSandbox): Classification {
  const all = factsOf(faulted);
  if (!faulted.isOnlyFault) return classifyTogether(all.filter(({ met }) => met.length > 0));

  const observations = all.map((facts) => [facts.entry, observationOf(facts, reactionTo(facts))] as const);
  return { observations: new Map(observations), suspects: [] };
}

/** The reactions to several faults of one run, or the faults to try alone. */
function classifyTogether(all: readonly Facts[]): Classification {
  // An offence that begins with a fault is the work of this fault. Only without one, any exchange of an offence counts.
  for (const mayBeElsewhere of [false, true]) {
    const offending = all.filter((facts) => offenceIn(facts, mayBeElsewhere) !== undefined);
    if (offending.length > 0) return suspecting(offending);
  }

  if (hasFailedByTests(all)) return classifyByTests(all);

  const hasGoneWrong = all.some((facts) => {
    const { test, run, hasFailed, hasHung } = facts;
    // Without the report of a fixture, any test of the command may have failed.
    const mayHaveFailed = test === undefined && run.exitCode !== 0;
    return hasFailed || hasHung || mayHaveFailed || proofIn(facts) !== undefined;
  });

  // If something went wrong, the faults after which the client lost something, or began a list again, are to blame.
  const isToBlame = (facts: Facts): boolean => isLost(facts) || readTwice(facts) !== undefined;
  return hasGoneWrong ? suspecting(all.filter(isToBlame)) : classifySilence(all);
}

/** The reactions in a run where nothing went wrong. */
function classifySilence(all: readonly Facts[]): Classification {
  const observations = new Map<PlanEntry, Observation>();
  const suspects: PlanEntry[] = [];
  for (const facts of all) {
    const reaction = silentReaction(facts);
    // Another fault of the run may explain what is missing, or a control may show a wrong answer.
    const isClear = isLost(facts) && takenForAnswer({ ...facts, isOnlyFault: true }) === undefined;
    if (reaction.reaction === 'test gap' && !isClear && all.length > 1) suspects.push(facts.entry);
    else observations.set(facts.entry, observationOf(facts, reaction));
  }

  return { observations, suspects };
}

/** The run decides nothing. These faults are to be tried alone. */
function suspecting(facts: readonly Facts[]): Classification {
  return { observations: new Map(), suspects: facts.map(({ entry }) => entry) };
}

/** Whether each failed test has met some of the faults, so that its failure is a reaction to them. */
function hasFailedByTests(all: readonly Facts[]): boolean {
  const { cases = [], timedOut = false } = all[0]?.run ?? {};
  const failed = cases.filter(({ passed }) => !passed);
  const areTestsKnown = all.every(({ test, testCase }) => test === undefined && testCase !== undefined);
  const testsWithFault = new Set(all.map(({ testCase }) => testCase));

  return !timedOut && failed.length > 0 && areTestsKnown && failed.every((test) => testsWithFault.has(test));
}

/**
 * The reactions that separate tests show. A failed test shows only that the client gave up; any other reaction needs a
 * run with one fault.
 */
function classifyByTests(all: readonly Facts[]): Classification {
  const observations = new Map<PlanEntry, Observation>();
  const suspects: PlanEntry[] = [];
  for (const facts of all) {
    const inSameTest = all.filter(({ testCase }) => testCase === facts.testCase);
    const isAnyLost = inSameTest.some(isLost);
    const reaction = facts.hasFailed && inSameTest.length === 1 ? reactionTo(facts) : undefined;
    // A wrong answer needs a control, and therefore a run with one fault.
    const isDecided = reaction?.reaction === 'gave up' && takenForAnswer({ ...facts, isOnlyFault: true }) === undefined;
    if (isDecided) observations.set(facts.entry, observationOf(facts, reaction));

    // In a failed test, the faults after which something was lost are to blame or, if nothing was, all of its faults.
    const mayBeToBlame = isLost(facts) || !isAnyLost;
    if (!isDecided && facts.hasFailed && mayBeToBlame) suspects.push(facts.entry);

    // In a test that passed, a fault is decided if nothing was lost, and nothing proves a mistake.
    if (!facts.hasFailed && !isLost(facts) && proofIn(facts) === undefined)
      observations.set(facts.entry, observationOf(facts, silentReaction(facts)));
  }

  return { observations, suspects };
}

/** The reaction with the facts behind it. */
function observationOf(facts: Facts, shown: ClassifiedReaction): Observation {
  return { ...shown, facts, failedTest: failedTest(facts) };
}

/** The remedy for a client that swallows a failure. */
export const PASS_ON =
  'Pass the failure on: raise or return an error, and let the command fail, so that nobody takes the result for complete.';

/**
 * The reaction of the client. The first question that is answered with yes decides:
 * 1. Did no call meet the fault, or did calls that should overlap not overlap? `not observed`
 * 2. Did a signal or a bug of the program itself end the program? `crashed`
 * 3. Should calls overlap? {@link reactionToOverlap} decides.
 * 4. Is there a proof that something is wrong although the client got its response or, in a failed test, that it did
 *    something twice? `wrong result`
 * 5. Did the client break a rule of the judge? `misbehaved`
 * 6. Did the test runner end the test first, or was the client still pausing? `not observed`
 * 7. Did the command not end? `hung`
 * 8. Did a later test fail although it met no fault? `stayed broken`
 * 9. Did the client not get its response? `gave up` after a failure; `swallowed` with a proof; else like question 11.
 * 10. Did a test or the command fail although the client got its response? {@link failedInTheEnd} decides.
 * 11. Otherwise, {@link silentReaction} decides.
 */
function reactionTo(facts: Facts): ClassifiedReaction {
  const { met, run, entry, hasFailed, hasHung } = facts;
  const lost = isLost(facts);
  if (met.length === 0) return notMet(facts);
  if (entry.fault.second === 'later' && hasMetRepetition(facts.exchanges))
    return { reaction: 'not observed', what: 'The fault at a later call met the repetition of a refused one.' };

  const isOverlap = entry.fault.schedule !== undefined;
  const unobserved = isOverlap ? unobservedOverlap(facts) : undefined;
  if (unobserved !== undefined) return unobserved;

  const crash = crashIn(facts);
  if (crash !== undefined) return crash;

  const said = errorText(facts);
  if (isOverlap) return reactionToOverlap(facts, said);

  const offence = hasHung ? undefined : offenceIn(facts, facts.isOnlyFault);
  const proof = hasHung ? undefined : proofIn(facts);
  if (proof !== undefined && (hasFailed || !lost))
    return { reaction: 'wrong result', what: proof, ...(offence && { secondReaction: offence }) };

  // Something is missing, the command passed, and yet its outcome or output claims that all is well.
  const swallowed: ClassifiedReaction | undefined =
    proof === undefined ? undefined : { reaction: 'swallowed', what: proof, remedy: PASS_ON };
  if (offence !== undefined) return { ...offence, ...(swallowed && { secondReaction: swallowed }) };
  if (hasFailed && !hasHung && lost && PRINTED.runnerLimit.test(said))
    return { reaction: 'not observed', what: `${RUNNER_ENDED_TEST} It said: ${quotedError(said)}` };
  if (hasHung && lost && isPausing(facts))
    return { reaction: 'not observed', what: 'The client still paused before its next attempt; raise --patience.' };
  if (hasHung) {
    const seconds = (run.duration / 1_000).toFixed(1);
    const remedy = 'for a client that waits longer on purpose, raise --patience';
    return { reaction: 'hung', what: `The command had not ended after ${seconds} s; ${remedy}.` };
  }

  // A client that stayed broken has also reacted to the fault itself.
  const broken = brokenAfter(facts);
  const end = swallowed ?? endOf(facts, said);
  return broken === undefined ? end : { ...broken, secondReaction: end };
}

const RUNNER_ENDED_TEST = 'The test runner ended the test before the client could react; raise its limit.';

/** The reaction of a client that broke nothing: how its own test or the command ended. */
function endOf(facts: Facts, said: string): ClassifiedReaction {
  if (!facts.hasFailed) return silentReaction(facts);
  return isLost(facts) ? gaveUp(facts, said) : failedInTheEnd(facts, said);
}

/** The reaction of a client that reported the failure, with the library that threw the error. */
function gaveUp({ entry: { fault, kind } }: Facts, said: string): ClassifiedReaction {
  const what = `The client did not get what it asked for: ${quotedError(said)}`;
  const library = packageOf(said);
  if (library === undefined) return { reaction: 'gave up', what };

  const remedy = `${remedyFor(fault, kind)} ${library} threw the error: look at its options, too.`;
  return { reaction: 'gave up', what: `${what} (thrown in ${library})`, remedy };
}

/** The reaction if a test or the command failed although an equal request got its response. */
function failedInTheEnd(facts: Facts, said: string): ClassifiedReaction {
  const { test, testCase } = facts;
  if (testCase?.passed === false && isOfClient(testCase.error ?? '', testFilesOf(facts))) return gaveUp(facts, said);

  const isTestKnown = test !== undefined || testCase !== undefined;
  const what = isTestKnown
    ? 'A test failed, although the client lost nothing'
    : 'The command failed. An equal request got its response; whether the same test sent it cannot be told';
  return { reaction: 'note', what: `${what}: ${quotedError(said)}` };
}

/** The failed test as its reporter shows it: first the test that met the fault. */
function failedCase({ testCase, run }: Facts): TestCase | undefined {
  return testCase?.passed === false ? testCase : run.cases.find(({ passed }) => !passed);
}

/** The name of the failed test, as a fixture, a reporter or the output names it, in this order. */
function failedTest(facts: Facts): string | undefined {
  if (!facts.hasFailed) return undefined;

  const reported = facts.test ?? failedCase(facts);
  return reported?.name ?? printedTests(facts.run.output).find(({ passed }) => !passed)?.name;
}

/** The error of the failed test, or else the lines that only this run printed. */
function errorText(facts: Facts): string {
  const { test, hasFailed, run, baseline } = facts;
  const error = hasFailed ? (test?.message ?? failedCase(facts)?.error) : undefined;

  return error ?? newLines(run.output, baseline.outputs).join('\n');
}

/** The reaction if no call met the fault. */
function notMet({ entry: { call }, exchanges, hasFailed, hasHung }: Facts): ClassifiedReaction {
  const count = exchanges.filter(({ operation }) => operation === call.operation).length;
  const why = hasFailed || hasHung ? ', and the command failed for another reason' : '';
  return {
    reaction: 'not observed',
    what: `None of the ${count} calls of ${call.operation} met the fault at call ${call.call}${why}.`,
  };
}
