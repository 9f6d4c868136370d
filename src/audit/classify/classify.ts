/** Classify: how the client reacted to each fault, by its errors, its requests and what is missing. */

import { retryAfterOf } from '../../emulator/judge/exchanges.js';
import type { PlanEntry } from '../plan/plan.js';
import { requestIdentity } from '../run/calls.js';
import { newLines } from '../run/output-lines.js';
import { printedTests, testAt } from '../run/tests.js';
import { hasReachedRunnerLimit, quotedError } from './error-text.js';
import { type Facts, factsOf, type FaultedSandbox, isLost } from './facts.js';
import type { Classification, ClassifiedReaction, Observation } from './observation.js';
import { offenceIn } from './offences.js';
import { fatalSignal, ownErrorIn } from './own-errors.js';
import { hasVerified, missingWrite, proofIn } from './proofs.js';

/** The reaction to each fault. A run shows those to several faults only if all went well. */
export function classify(faulted: FaultedSandbox): Classification {
  const all = factsOf(faulted);
  if (!faulted.isAlone) return classifyTogether(all.filter(({ met }) => met.length > 0));
  return { observations: new Map(all.map((facts) => [facts.entry, observationOf(facts, reactionTo(facts))])) };
}

/** The reactions to faults that were met, or which of them to try by themselves. */
function classifyTogether(all: readonly Facts[]): Classification {
  const entriesOf = (some: readonly Facts[]): PlanEntry[] => some.map(({ entry }) => entry);
  const offending = all.filter((facts) => offenceIn(facts) !== undefined);
  if (offending.length > 0) return { suspects: entriesOf(offending) };
  const lost = all.filter(isLost);
  const hasGoneWrong =
    all.some((facts) => facts.hasFailed || facts.hasHung || proofIn(facts) !== undefined) ||
    lost.some((facts) => missingWrite(facts) !== undefined);
  if (hasGoneWrong) return { suspects: entriesOf(lost) };
  const observed = (facts: Facts): Observation =>
    observationOf(facts, lost.includes(facts) ? unnoticed(facts) : RECOVERED);
  return { observations: new Map(all.map((facts) => [facts.entry, observed(facts)])) };
}

function observationOf(facts: Facts, shown: ClassifiedReaction): Observation {
  const { exchanges, met, test, run } = facts;
  const { command, duration } = run;
  const { name: failed } = failedTest(facts);
  return { ...shown, command, duration, exchanges, met: met.map(({ id }) => id), test, failedTest: failed };
}

const TEST_GAP: ClassifiedReaction = {
  reaction: 'test gap',
  what: 'The client did not ask again, no test failed, and nothing else shows that the response is missing.',
};
const RECOVERED: ClassifiedReaction = { reaction: 'recovered', what: 'The client recovered, and the command passed.' };

/** The reaction if a response is missing, and nothing shows it. */
function unnoticed(facts: Facts): ClassifiedReaction {
  return hasVerified(facts) ? RECOVERED : TEST_GAP;
}

/** The first reaction that fits. */
function reactionTo(facts: Facts): ClassifiedReaction {
  const { met, run, entry, hasFailed, hasHung } = facts;
  if (met.length === 0) return notMet(facts);
  const lost = isLost(facts);
  const said = errorText(facts);
  const lines = newLines(`${facts.test?.message ?? ''}\n${run.output}`, facts.baseline.outputs);
  const signal = run.signal ?? (run.timedOut ? undefined : fatalSignal(lines, run.exitCode));
  if (signal !== undefined) return { reaction: 'crashed', what: `A signal ended the program: ${signal}` };
  const testFiles = run.cases.flatMap(({ file }) => file ?? []);
  const error = hasFailed || lost ? ownErrorIn(lines, { breaks: entry.fault.breaks ?? [], testFiles }) : undefined;
  if (error?.isOfProgram === true)
    return { reaction: 'crashed', what: `The program has its own bug: ${error.error}`, cause: error.cause };
  const offence = hasHung ? undefined : offenceIn(facts);
  if (offence !== undefined) return offence;
  if (hasFailed && !hasHung && lost && hasReachedRunnerLimit(said))
    return {
      reaction: 'not observed',
      what: `The test runner ended the test before the client could react; raise its limit. It said: ${quotedError(said)}`,
    };
  if (hasHung && isWaitingAsAsked(facts))
    return { reaction: 'not observed', what: 'The client was still waiting, as Retry-After asked.' };
  if (hasHung)
    return {
      reaction: 'hung',
      what: `The command had not ended after ${(run.duration / 1_000).toFixed(1)} s; for a client that waits longer on purpose, raise --patience.`,
    };
  if (lost && hasFailed)
    return { reaction: 'gave up', what: `The client did not get what it asked for: ${quotedError(said)}` };
  const proof = hasFailed ? undefined : ((lost ? missingWrite(facts) : undefined) ?? proofIn(facts));
  if (lost) return proof === undefined ? unnoticed(facts) : { reaction: 'swallowed', what: proof };
  if (proof !== undefined) return { reaction: 'wrong result', what: proof };
  if (hasFailed)
    return { reaction: 'note', what: `A test failed, although the client lost nothing: ${quotedError(said)}` };
  return RECOVERED;
}

/** Whether a response asked for a longer wait than the run has taken, and the client did wait. */
function isWaitingAsAsked({ exchanges, met, run }: Facts): boolean {
  const last = met.at(-1);
  if (last === undefined || (retryAfterOf(last) ?? 0) <= run.duration) return false;
  const later = exchanges.slice(exchanges.indexOf(last) + 1);
  return later.every((exchange) => requestIdentity(exchange) !== requestIdentity(last));
}

/** The failed test that met the fault, or else another one, from a fixture, a reporter or the output. */
function failedTest({ test, run, times, met, hasFailed }: Facts): {
  readonly name?: string | undefined;
  readonly error?: string | undefined;
} {
  if (!hasFailed) return {};
  const failed = run.cases.filter(({ passed }) => !passed);
  const own = testAt(met[0] && times.get(met[0].id), failed) ?? failed[0];
  const error = test?.message ?? own?.error;
  const name = (test ?? own ?? printedTests(run.output).find(({ passed }) => !passed))?.name;
  return { name, error };
}

/** What the failed test said, or else the command. */
function errorText(facts: Facts): string {
  return failedTest(facts).error ?? newLines(facts.run.output, facts.baseline.outputs).join('\n');
}

function notMet({ entry: { call }, exchanges, hasFailed, hasHung }: Facts): ClassifiedReaction {
  const count = exchanges.filter(({ operation }) => operation === call.operation).length;
  const why = hasFailed || hasHung ? ', and the command failed for another reason' : '';
  return {
    reaction: 'not observed',
    what: `The run had ${count} calls of ${call.operation}, so there was no call ${call.call}${why}.`,
  };
}
