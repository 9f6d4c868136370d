/** Says how the client reacted to the faults of a run, by what happened: errors of its own, requests, effects, what is missing. */

import type { TestCase, TestResult } from '../../emulator/injection/trail.js';
import { retryAfterOf } from '../../emulator/judge/exchanges.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { identityOf } from '../run/calls.js';
import type { PlanEntry } from '../plan/plan.js';
import { printedTests } from '../run/printed-tests.js';
import { testAt } from '../run/test-windows.js';
import { hasReachedRunnerLimit, quotedError } from './error-text.js';
import { type Facts, type FaultedSandbox, type Found, isFailure, isLost } from './facts.js';
import { meetings } from './exchanges-by-fault.js';
import { offenceIn } from './offences.js';
import { newLines } from '../run/output-lines.js';
import { fatalSignal, ownErrorIn } from './own-errors.js';
import { missingWrite, proofIn } from './proofs.js';
import type { Reaction } from '../expectations/reaction.js';

/** What was seen of one fault. */
export interface Observation {
  readonly reaction: Reaction;
  /** What the client did, as a sentence. */
  readonly what: string;
  /** The rule of the judge that was broken, if it misbehaved. */
  readonly rule?: string;
  /** The exchanges of the sandbox in the run. */
  readonly exchanges: readonly Exchange[];
  /** The command of the run: with another limit of its test runner, or one test only. */
  readonly command: readonly string[];
  /** How long the run took, in milliseconds. */
  readonly duration: number;
  /** Numbers of those that met the fault. */
  readonly met: readonly number[];
  /** The test of the sandbox, if a fixture has told it. */
  readonly test?: TestResult;
  /** Name of the test that failed, if anything has told it. */
  readonly failedTest?: string;
}

/** What a run shows of the faults in one sandbox. */
export type Classification =
  /** The observation of each fault that was met. */
  | { readonly found: ReadonlyMap<PlanEntry, Observation> }
  /** Something went wrong, and one of these faults is probably the cause; empty if none is more likely than another. */
  | { readonly suspects: readonly PlanEntry[] };

/** The reaction to the only fault of a run. */
export function classifyAlone(faulted: FaultedSandbox): Observation {
  const facts = factsOf(faulted)[0]!;
  return observationOf(facts, reactionTo(facts));
}

/** The reactions to several faults in one sandbox: if all went well, each of them; otherwise which ones to try by themselves. */
export function classifyTogether(faulted: FaultedSandbox): Classification {
  const all = factsOf(faulted).filter(({ met }) => met.length > 0);
  const shown = all.map((facts) => ({ facts, offence: offenceIn(facts), isLost: isLost(facts) }));
  const own = shown.filter(({ offence }) => offence !== undefined);
  if (own.length > 0) return { suspects: entriesOf(own) };
  const lost = shown.filter((each) => each.isLost);
  const hasEnded = all.every(({ hasFailed, hasHung }) => !hasFailed && !hasHung);
  const isWhole = shown.every(({ facts }) => proofIn(facts) === undefined);
  if (!hasEnded || !isWhole || lost.some(({ facts }) => missingWrite(facts) !== undefined))
    return { suspects: entriesOf(lost) };
  return {
    found: new Map(
      shown.map((each) => [each.facts.entry, observationOf(each.facts, each.isLost ? TEST_GAP : RECOVERED)]),
    ),
  };
}

function entriesOf(some: readonly { readonly facts: Facts }[]): PlanEntry[] {
  return some.map(({ facts }) => facts.entry);
}

function factsOf(faulted: FaultedSandbox): Facts[] {
  const { run, baseline, entries } = faulted;
  const observed = run.sandboxes.find(({ key }) => key === baseline.key);
  const { exchanges = [], times = new Map<number, number>() } = observed ?? {};
  const met = meetings(entries, exchanges);
  const test = observed?.tests.find(({ passed }) => !passed) ?? observed?.tests[0];
  // A process that dies takes the reports of its tests with it.
  const isUnreported = test === undefined && baseline.tests.length > 0;
  const hasFailed = test === undefined || isUnreported ? run.exitCode !== 0 : !test.passed;
  const disturbed = new Set(
    [...met].flatMap(([{ fault }, own]) => own.filter((exchange) => fault.spoils === true || isFailure(exchange))),
  );
  return entries.map((entry) => {
    const own = met.get(entry) ?? [];
    return {
      ...faulted,
      entry,
      exchanges,
      times,
      met: own,
      identity: own[0] === undefined ? entry.call.identity : identityOf(own[0]),
      disturbed,
      test,
      hasFailed,
      // A test that has passed did not hang, whatever another one did.
      hasHung: run.timedOut && test?.passed !== true,
    };
  });
}

function observationOf(facts: Facts, shown: Found): Observation {
  const { exchanges, met, test, run } = facts;
  const { command, duration } = run;
  const { name: failed } = failedTest(facts);
  return {
    ...shown,
    command,
    duration,
    exchanges,
    met: met.map(({ id }) => id),
    ...(test !== undefined && { test }),
    ...(failed !== undefined && { failedTest: failed }),
  };
}

const TEST_GAP: Found = {
  reaction: 'test gap',
  what: 'The client did not ask again, no test failed, and nothing else shows that the response is missing.',
};
const RECOVERED: Found = { reaction: 'recovered', what: 'The client recovered, and the command passed.' };

/** The first row of the table that fits. */
function reactionTo(facts: Facts): Found {
  const { met, run, entry, hasFailed, hasHung } = facts;
  if (met.length === 0) return notMet(facts);
  const lost = isLost(facts);
  const said = errorText(facts);
  const lines = newLines(`${facts.test?.message ?? ''}\n${run.output}`, facts.usualOutputs);
  const signal = run.signal ?? (run.timedOut ? undefined : fatalSignal(lines, run.exitCode));
  if (signal !== undefined) return { reaction: 'crashed', what: `A signal ended the program: ${signal}` };
  const error = hasFailed || lost ? ownErrorIn(lines, entry.fault.breaks ?? []) : undefined;
  if (error?.isOfProgram === true) return { reaction: 'crashed', what: `The program has its own bug: ${error.error}` };
  const offence = hasHung ? undefined : offenceIn(facts);
  if (offence !== undefined) return offence;
  if (hasFailed && !hasHung && lost && hasReachedRunnerLimit(said))
    return {
      reaction: 'not observed',
      what: `The test runner ended the test before the client could react; raise its limit. It said: ${quotedError(said)}`,
    };
  if (hasHung && isWaitingAsTold(facts))
    return { reaction: 'not observed', what: 'The client was still waiting, as Retry-After asked.' };
  if (hasHung)
    return {
      reaction: 'hung',
      what: `The command had not ended after ${(run.duration / 1_000).toFixed(1)} s; for a client that waits longer on purpose, raise --patience.`,
    };
  if (lost && hasFailed)
    return { reaction: 'gave up', what: `The client did not get what it asked for: ${quotedError(said)}` };
  const proof = hasFailed ? undefined : ((lost ? missingWrite(facts) : undefined) ?? proofIn(facts));
  if (lost) return proof === undefined ? TEST_GAP : { reaction: 'swallowed', what: proof };
  if (proof !== undefined) return { reaction: 'wrong result', what: proof };
  if (hasFailed)
    return { reaction: 'note', what: `A test failed, although the client lost nothing: ${quotedError(said)}` };
  return RECOVERED;
}

/** Whether a response told the client to wait longer than the run has taken, and it did not ask again. Others may have gone on. */
function isWaitingAsTold({ exchanges, met, run }: Facts): boolean {
  const last = met.at(-1);
  if (last === undefined || (retryAfterOf(last) ?? 0) <= run.duration) return false;
  const later = exchanges.slice(exchanges.indexOf(last) + 1);
  return later.every((exchange) => identityOf(exchange) !== identityOf(last));
}

/** The test that failed when it met the fault, or else another one, as a fixture, a reporter or the output tells it. */
function failedTest({ test, run, times, met, hasFailed }: Facts): Partial<Pick<TestCase, 'name' | 'error'>> {
  if (!hasFailed) return {};
  const failed = run.cases.filter(({ passed }) => !passed);
  const own = testAt(met[0] && times.get(met[0].id), failed) ?? failed[0];
  const error = test?.message ?? own?.error;
  const name = (test ?? own ?? printedTests(run.output).find(({ passed }) => !passed))?.name;
  return { ...(name !== undefined && { name }), ...(error !== undefined && { error }) };
}

/** What the failed test said, or else the command. */
function errorText(facts: Facts): string {
  return failedTest(facts).error ?? newLines(facts.run.output, facts.usualOutputs).join('\n');
}

function notMet({ entry: { call }, exchanges, hasFailed, hasHung }: Facts): Found {
  const count = exchanges.filter(({ operation }) => operation === call.operation).length;
  const why = hasFailed || hasHung ? ', and the command failed for another reason' : '';
  return {
    reaction: 'not observed',
    what: `The run had ${count} calls of ${call.operation}, so there was no call ${call.call}${why}.`,
  };
}
