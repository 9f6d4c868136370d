/**
 * Controls: further runs that withdraw a wrong reaction, or show that a client answers wrongly. A true negative is a
 * response that truly reports no data, such as an empty list.
 */

import type { Injection } from '../emulator/injection/injection.js';
import type { TestCase } from '../emulator/injection/trail.js';
import { offencesOfExperiment } from '../emulator/judge/judge.js';
import { requestInAnyRun } from '../emulator/judge/same-request.js';
import type { AuditInProgress, Control } from './audit-in-progress.js';
import { atCall, answerOnce, observeAlone, printedCommand, runWith, withTimes } from './audit-in-progress.js';
import { isOfClient } from './classify/error-frames.js';
import { quotedError } from './classify/error-text.js';
import { neededToken } from './expectations/holds.js';
import { pageBefore } from './expectations/list-walk.js';
import { attemptsIn } from './classify/pauses.js';
import type { Classification, Observation } from './classify/observation.js';
import { isCascade } from './classify/stayed-broken.js';
import { isAlike, takenForAnswer } from './classify/wrong-answer.js';
import { placeIn, type PlanEntry, withSelection } from './plan/plan.js';
import { negativeAt } from './plan/true-negative.js';
import type { Call } from './run/calls.js';
import { BaselineError } from './run/child-process.js';
import { newLines } from './run/output-lines.js';
import { isLike } from './run/overlaps.js';
import { tryTestThatLooks } from './test-that-looks.js';

/** Rules that a client may break by chance, depending on when its parts send their calls. */
const RULES_OF_TIME: ReadonlySet<string> = new Set(['one-token-request', 'reuse-token']);
/** The number of runs without a fault in which the client must keep the rule before a fault is blamed. */
const RUNS_WITHOUT = 3;
/** A refusal after which a client gives up. */
const REFUSED = 'institution-suspended;times=1';

/**
 * What a run shows of its only fault, once the controls have checked the reaction.
 * @param toConfirm what an earlier run has shown, if this run repeats it
 */
export async function controlled(
  entry: PlanEntry,
  shown: Classification,
  audit: AuditInProgress,
  toConfirm: Observation | undefined,
): Promise<Classification> {
  const observation = shown.observations.get(entry);
  if (observation === undefined) return shown;

  let checked = observation;
  // Controls that may change the reaction. A confirming run has to show the changed reaction again.
  const always = [limitToAttempts, compareWithNegative, tryFirstPage, tryTestThatLooks, tryNextRun];
  const controls = toConfirm === undefined ? [ruleOutCascade, ...always, ruleOutChance, ruleOutWaits] : always;
  for (const control of controls) checked = await control(entry, checked, audit);

  // An interrupted control decides nothing.
  return { ...shown, observations: new Map(audit.runs.interrupted.aborted ? [] : [[entry, checked]]) };
}

/** The observation without the accusation. @param why the reason, as a sentence */
function takenBack(observation: Observation, why: string): Observation {
  return { ...observation, reaction: 'not observed', what: `${why} ${observation.what}` };
}

/**
 * Turns `gave up` and `test gap` into `wrong result` if the client did the same as after a true negative: it took the
 * failure for an answer.
 */
const compareWithNegative: Control = async (entry, observation, audit) => {
  const { reaction, what, facts } = observation;
  const gotNothing = reaction === 'gave up' || reaction === 'test gap';
  const taken = gotNothing ? takenForAnswer(facts) : undefined;
  const selection = taken && negativeAt(entry.call.operation, audit.catalogue);
  if (selection === undefined) return observation;

  const negative = withSelection(entry, selection);
  const compared = [entry.call.operation, facts.testCase?.name, taken];
  // The result holds for every fault of the operation after which the client does the same in this test.
  const isAnswer = await answerOnce(audit, compared, async () => {
    const command = printedCommand(entry, observation, audit.baseline);
    return isAlike(facts, (await observeAlone(negative, audit, { command })).facts);
  });
  if (!isAnswer) return observation;

  return {
    ...observation,
    reaction: 'wrong result',
    what: `The client ${taken!.did}, as it does if there is none. Its caller cannot tell an outage from an answer.`,
    remedy: 'Report the failure: raise or return an error, and do nothing that only an answer allows.',
    secondReaction: { reaction, what },
    negative,
  };
};

/**
 * Turns `note` into `wrong result` if the client began a list again, and the same fault at the first page does no harm.
 * In this case, the test does not count requests: it fails because the client kept what it had read before.
 */
const tryFirstPage: Control = async (entry, observation, audit) => {
  const { reaction, what, facts } = observation;
  const { calls } = facts.usual;
  const page = reaction === 'note' ? pageBefore(entry.call, calls) : undefined;
  if (page === undefined || facts.testCase?.passed !== false) return observation;

  // The client began again if it requested the first page more often than without faults.
  const requests = facts.ofTest.filter((exchange) => requestInAnyRun(exchange) === page.identity);
  const hasBegunAgain = requests.length > calls.filter(isLike(page)).length;
  if (!hasBegunAgain) return observation;

  const control = atCall(entry, page, facts);
  const isHarmless = await answerOnce(audit, [entry.fault.id, page.operation, page.call], async () => {
    return (await observeAlone(control, audit)).reaction === 'recovered';
  });
  if (!isHarmless) return observation;

  return {
    ...observation,
    reaction: 'wrong result',
    what: `The client began the list again. ${what}. With the fault at the first page, the test passes.`,
    remedy: 'Continue the list where it was interrupted, or drop what was read before.',
    control,
  };
};

/**
 * Repeats the run of a lasting fault with only as many failures as the test makes attempts. Other tests may have met
 * the rest of the fault, and hidden the reaction.
 */
const limitToAttempts: Control = async (entry, observation, audit) => {
  const { facts, reaction } = observation;
  const mayBeHidden = facts.testCase?.passed === true || takenForAnswer(facts) !== undefined;
  if (reaction !== 'gave up' || entry.fault.lasts !== true || !mayBeHidden) return observation;

  const shorter = await observeAlone(withTimes(entry, attemptsIn(facts)), audit);
  return { ...shorter, facts: { ...shorter.facts, entry } };
};

/**
 * After a run in which no login was possible: turns `gave up` into `stayed broken` if the next run fails, too, because
 * of what the client has left behind. If the command fails even with fresh files, nothing more can be tried.
 */
const tryNextRun: Control = async (entry, observation, audit) => {
  const { reaction, what } = observation;
  const isOutage = entry.fault.second === 'renewal' || (entry.kind === 'token' && entry.fault.lasts === true);
  if (reaction !== 'gave up' || !isOutage) return observation;

  const { runs, baseline } = audit;
  // This run has the files that the client has left behind. A run with fresh files follows if this run fails.
  const next = await runs.run({ injections: [], usualDuration: baseline.duration, isNext: true });
  if (next.exitCode === 0) return observation;

  const error = quotedError(newLines(next.output, baseline.outputs).join('\n'));
  const isProven = (await runWith([], audit)).exitCode !== 0;
  if (isProven) runs.endBecause(new BaselineError(`the command fails for good after ${entry.id}: ${error}`));

  return {
    ...observation,
    reaction: 'stayed broken',
    what: `After the service was well again, the next run failed, too: ${error}`,
    cause: 'broken in the next run',
    isProven,
    secondReaction: { reaction, what },
  };
};

/** Withdraws `stayed broken` if the later test fails whenever the first test fails: the later may need the first. */
const ruleOutCascade: Control = async (entry, observation, audit) => {
  const { broken, secondReaction, cause: _cause, ...others } = observation;
  if (broken === undefined) return observation;

  // If no other failure is possible, nobody can tell a broken client from a later test that needs the first one.
  for (const injection of otherFailures(entry, broken, audit)) {
    const run = await runWith([{ ...entry, injections: [injection] }], audit);
    if (!isCascade(observation, run)) return observation;
  }

  // What is left is the other reaction of the run, that of the first test.
  return { ...others, ...secondReaction! };
};

/**
 * Faults that make the test of an entry fail: a plain refusal, and a true negative. After a true negative, the test has
 * fewer data, and the later test may need them. The true negative is therefore tried only if the later test failed by
 * an error of the client.
 */
function otherFailures(
  { call, injections: [first] }: PlanEntry,
  { error = '', file = '' }: TestCase,
  { baseline, catalogue }: AuditInProgress,
): Injection[] {
  const sandbox = baseline.sandboxes.get(call.sandbox)!;
  const ofTest = sandbox.calls.filter(({ test }) => test === call.test);
  // A call without a token, such as a token request, cannot be refused in this way.
  const later = ofTest.filter((one) => one.exchange.id >= call.exchange.id && neededToken(one));
  const faultAt = (one: Call, selection: string): Injection => ({ ...first, at: placeIn(sandbox, one), selection });
  const refusal = later.slice(0, 1).map((one) => faultAt(one, REFUSED));
  if (!isOfClient(error, [file])) return refusal;

  const negatives = later.flatMap((one) => {
    const selection = negativeAt(one.operation, catalogue);
    return selection === undefined ? [] : faultAt(one, selection);
  });
  return [...refusal, ...negatives.slice(0, 1)];
}

/** Withdraws the offence against a rule that depends on time, if the client breaks the rule without the fault, too. */
const ruleOutChance: Control = async (_entry, observation, audit) => {
  const { cause: rule = '' } = observation;
  if (!RULES_OF_TIME.has(rule)) return observation;

  // The result holds for all faults.
  const isByChance = await answerOnce(audit, ['chance', rule], () => isBrokenWithoutFault(rule, audit));
  return isByChance ? takenBack(observation, 'It happens without the fault, too.') : observation;
};

/** Whether the client breaks the rule in one of several runs without a fault. */
async function isBrokenWithoutFault(rule: string, audit: AuditInProgress): Promise<boolean> {
  for (let left = RUNS_WITHOUT; left > 0; left -= 1) {
    const { sandboxes } = await runWith([], audit);
    const offences = sandboxes.flatMap((each) => offencesOfExperiment(each.exchanges, each.exchanges, each));
    if (offences.some((offence) => offence.rule.id === rule)) return true;
  }

  return false;
}

/** Withdraws a wrong reaction to overlapping calls if the client reacts wrongly to the control, too. */
const ruleOutWaits: Control = async (entry, observation, audit) => {
  const { control } = entry;
  if (control === undefined || audit.isRight(entry, observation)) return observation;

  const command = printedCommand(entry, observation, audit.baseline);
  const seen = await observeAlone(control, audit, { command });
  // The client may send the held call only because calls overlap. In that case, the control meets no call.
  const isAbsent = seen.facts.met.length === 0 && seen.facts.run.exitCode === 0;
  if (isAbsent || (seen.reaction !== 'not observed' && audit.isRight(control, seen))) return observation;

  const why = `The same waits without the overlap show it, too: ${seen.reaction}.`;
  return takenBack({ ...observation, what: seen.what }, why);
};
