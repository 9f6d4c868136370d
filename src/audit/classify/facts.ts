/** The facts about a fault in a run, from which the reaction follows. An exchange meets a fault that affects it. */

import { targetOf } from '../../common/reporting/request-target.js';
import type { TestCase, TestResult } from '../../emulator/injection/trail.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { hasLeft, isFailure } from '../../emulator/journal/outcome.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import type { Baseline, BaselineSandbox } from '../baseline.js';
import type { PlanEntry } from '../plan/plan.js';
import { type Call, callsOf, hasMetInjection } from '../run/calls.js';
import type { NumberedRun } from '../run/runs.js';
import { testAt } from '../run/tests.js';

/** A run with faults in one sandbox, and the runs without faults. */
export interface FaultedSandbox {
  readonly run: NumberedRun;
  readonly baseline: Baseline;
  /** The faults of this sandbox. */
  readonly entries: readonly PlanEntry[];
  /** Whether the sandbox has a single fault, and anything that went wrong is a reaction to this fault. */
  readonly isOnlyFault: boolean;
  /** Whether the output of the run is about the faults of this sandbox: no other sandbox has faults. */
  readonly ownsOutput: boolean;
}

/** The facts about one of the faults. */
export interface Facts extends FaultedSandbox {
  readonly entry: PlanEntry;
  /** The sandbox in the baseline, which shows what the client usually does. */
  readonly usual: BaselineSandbox;
  /** The exchanges of the sandbox in this run. */
  readonly exchanges: readonly Exchange[];
  /** When each exchange was recorded, by its number; milliseconds since 1970. */
  readonly times: ReadonlyMap<number, number>;
  /** The exchanges that met the fault. */
  readonly met: readonly Exchange[];
  /** The identity of the call that met the fault, which may not be the planned call: parallel calls have any order. */
  readonly identity: string;
  /** Exchanges whose response a fault replaced, spoiled or took away. */
  readonly disturbed: ReadonlySet<Exchange>;
  /** The test of the sandbox, if a fixture reported the test. If there are several, the first failed test. */
  readonly test: TestResult | undefined;
  /** The test that met the fault, if a test runner reported the test. */
  readonly testCase: TestCase | undefined;
  /** The exchanges of this test. All exchanges if the test is unknown. */
  readonly ofTest: readonly Exchange[];
  /** Whether the test failed. If the test is unknown, whether the command failed. */
  readonly hasFailed: boolean;
  /** Whether the time of the run was over before the command or the test had ended. */
  readonly hasHung: boolean;
}

/** The facts about each of the faults. */
export function factsOf(faulted: FaultedSandbox): Facts[] {
  const { run, baseline, entries, isOnlyFault } = faulted;
  const usual = baseline.sandboxes.get(entries[0]!.call.sandbox)!;
  const observed = run.sandboxes.find(({ key }) => key === usual.key);
  const { exchanges = [], times = new Map<number, number>() } = observed ?? {};
  const byFault = exchangesByFault(entries, exchanges);

  const test = observed?.tests.find(({ passed }) => !passed) ?? observed?.tests[0];
  // If the process dies, its tests report nothing, and the exit code decides.
  const hasFailed = test === undefined ? run.exitCode !== 0 : !test.passed;

  // A response with a spoiled body has the status of a success.
  const disturbedBy = ({ fault }: PlanEntry, met: readonly Exchange[]): readonly Exchange[] =>
    fault.spoils === true ? met : met.filter((exchange) => !isAnswer(exchange, usual));
  const disturbed = new Set([...byFault].flatMap(([entry, met]) => disturbedBy(entry, met)));

  const testOf = (exchange?: Exchange): TestCase | undefined => testAt(exchange && times.get(exchange.id), run.cases);

  return entries.map((entry) => {
    const met = byFault.get(entry) ?? [];
    const [first] = met;
    const testCase = testOf(first);

    return {
      ...faulted,
      entry,
      usual,
      exchanges,
      times,
      met,
      identity: first === undefined ? entry.call.identity : requestInAnyRun(first),
      disturbed,
      test,
      testCase,
      ofTest: testCase === undefined ? exchanges : exchanges.filter((each) => testOf(each) === testCase),
      // If the sandbox has several faults, the test that met this fault decides, if the test is known.
      hasFailed: isOnlyFault || testCase === undefined ? hasFailed : !testCase.passed,
      // A test that passed did not hang, even if another test did.
      hasHung: run.timedOut && test?.passed !== true,
    };
  });
}

/**
 * The exchanges that met each fault. Faults with the same scenario and operation are met in the order of their calls.
 */
function exchangesByFault(entries: readonly PlanEntry[], exchanges: readonly Exchange[]): Map<PlanEntry, Exchange[]> {
  const [entryAlone] = entries;
  // A second fault is always tried alone, together with its first fault.
  if (entryAlone?.fault.after !== undefined) return new Map([[entryAlone, metByEither(entryAlone, exchanges)]]);

  const inOrder = entries.toSorted((one, other) => one.call.call - other.call.call);
  const byFault = new Map<PlanEntry, Exchange[]>(inOrder.map((entry) => [entry, withVariant(entry, exchanges)]));
  const isMet = (entry: PlanEntry): boolean => byFault.get(entry)!.length > 0;

  for (const exchange of exchanges) {
    for (const { selector, scenario, call: callOfActivation } of exchange.scenarios) {
      if (selector !== 'injection') continue;

      const candidates = inOrder.filter((entry) => mayMeet(entry, exchange, scenario));
      const next = candidates.find((entry) => !isMet(entry));
      const last = candidates.findLast(isMet);
      // The first call of an activation meets the next fault; further calls meet the fault that was met last.
      const entry = callOfActivation === 1 ? next : last;
      if (entry !== undefined) byFault.get(entry)!.push(exchange);
    }
  }

  return byFault;
}

/** Whether an exchange with this scenario may have met the fault of the entry. */
function mayMeet({ call, injections: [{ at, selection }] }: PlanEntry, exchange: Exchange, scenario: string): boolean {
  const isAtCall = at?.url === undefined || at.url === targetOf(exchange);
  return call.operation === exchange.operation && isAtCall && selection.split(';')[0] === scenario;
}

/** The exchanges that met the first or the second fault. If the second fault is at a later call, the last exchange. */
function metByEither({ fault }: PlanEntry, exchanges: readonly Exchange[]): Exchange[] {
  const met = exchanges.filter(hasMetInjection);
  return fault.second === 'later' ? met.slice(-1) : met;
}

/** The exchange that met a variant, as a list: the planned call or, without it, the first call that met the variant. */
function withVariant({ call, fault: { variant } }: PlanEntry, exchanges: readonly Exchange[]): Exchange[] {
  if (variant === undefined) return [];

  const affected = exchanges.filter(
    ({ operation, variants }) => operation === call.operation && variants?.[variant.point] === variant.name,
  );
  const met = affected[call.call - 1] ?? affected[0];

  return met === undefined ? [] : [met];
}

/**
 * Whether the client did not get what it asked for: the call has an answer in the baseline, but no equal request gets
 * an undisturbed answer after the fault. For a batch, {@link FaultClass.lostItems} decides.
 */
export function isLost(facts: Facts): boolean {
  const { entry, met, exchanges, identity, disturbed, usual, hasFailed, testCase } = facts;
  const { fault, kind } = entry;
  const [first] = met;
  // If tests run in another order, the fault may meet another call than the planned one.
  const equalCalls = usual.calls.filter((call) => call.identity === identity);
  const counterparts = equalCalls.length === 0 ? [entry.call] : equalCalls;
  const isUsuallyAnswered = counterparts.some(({ exchange }) => isAnswer(exchange, usual));
  if (first === undefined || !isUsuallyAnswered) return false;

  // A command that is killed and started again may know that it need not ask again.
  if (fault.meanwhile === 'killed') return hasFailed;

  const later = exchanges.filter((exchange) => exchange.id > met.at(-1)!.id && isOfSameClient(exchange, facts));
  if (fault.lostItems !== undefined) return fault.lostItems(first, later, counterparts[0]!.exchange) > 0;

  // After a fault of the connection, the client may also have left before the response came.
  const isAbandoned = ({ duration, response }: Exchange): boolean =>
    fault.breaks?.includes('connection') === true && (duration === undefined || hasLeft(response.ending));
  const isUnanswered = (exchange: Exchange): boolean => disturbed.has(exchange) || isAbandoned(exchange);
  if (!met.every(isUnanswered)) return false;

  const isAnswered = (call: Call): boolean =>
    call.identity === identity && !disturbed.has(call.exchange) && isAnswer(call.exchange, usual);
  const answerCount = (all: readonly Exchange[]): number =>
    callsOf({ key: usual.key, exchanges: all }).filter(isAnswered).length;
  if (answerCount(later) === 0) return true;

  // If a test has failed, equal calls of other tests may be missing, too. In this case, fewer answers prove nothing.
  if (hasFailed && kind === 'token') return testCase === undefined && !hasGoneOn(entry, later, usual);
  if (answerCount(exchanges) >= answerCount(usual.exchanges)) return false;

  return !hasFailed || (testCase === undefined && hasPassedOver(facts));
}

/**
 * Whether the client that met the fault sent the exchange, or may have: in the same test or, if that test passed, while
 * it ran, or with an access token of that test. If the test failed, responses to other tests are no success of its
 * client.
 */
function isOfSameClient(exchange: Exchange, { ofTest, testCase, times }: Facts): boolean {
  if (ofTest.includes(exchange)) return true;
  if (testCase?.passed !== true) return false;

  const token = exchange.accessToken?.id;
  const isTokenOfTest = token !== undefined && ofTest.some(({ accessToken }) => accessToken?.id === token);
  // Runners do not tell exactly when the next test began.
  const time = times.get(exchange.id)!;

  return isTokenOfTest || (testCase.started <= time && time <= testCase.ended);
}

/** Error statuses that may be temporary. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether a response is what the client asked for: a success, or an error such as 404 that it usually gets. */
function isAnswer(exchange: Exchange, { calls }: BaselineSandbox): boolean {
  const { status, response } = exchange;
  if (!isFailure(exchange)) return true;
  if (response.ending !== undefined || status >= 500 || TEMPORARY.has(status)) return false;

  const identity = requestInAnyRun(exchange);

  return calls.some((call) => call.identity === identity && call.exchange.status === status);
}

/**
 * Whether the client went on without a repetition: after the fault, it sent the next request of the baseline.
 */
function hasPassedOver({ entry, met, exchanges, identity, usual }: Facts): boolean {
  const requestAfter = ({ id }: Exchange, all: readonly Exchange[]): string | undefined => {
    const next = all.find((exchange) => exchange.id > id && exchange.operation !== undefined);
    return next && requestInAnyRun(next);
  };

  const next = requestAfter(met.at(-1)!, exchanges);
  const isUsual = next === requestAfter(entry.call.exchange, usual.exchanges);

  return next !== undefined && next !== identity && isUsual;
}

/**
 * Whether the client later sent the call for which it requested the token. A later token request alone proves nothing,
 * because another test may have sent it.
 */
function hasGoneOn({ call }: PlanEntry, later: readonly Exchange[], { calls, unstable }: BaselineSandbox): boolean {
  const next = calls.find(({ exchange: { id, issuedToken } }) => id > call.exchange.id && issuedToken === undefined);
  if (next === undefined || unstable.has(next.operation)) return true;
  return later.some((exchange) => requestInAnyRun(exchange) === next.identity);
}
