/** The rules of the judge that a client breaks because of a fault. */

import { offencesOfExperiment, type ShownOffence } from '../../emulator/judge/judge.js';
import { pauseBetween } from '../../emulator/judge/exchanges.js';
import { beginningsIn } from '../../emulator/judge/restarts.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { hasLeft } from '../../emulator/journal/outcome.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { exchangesByTest, printedTests, testAt } from '../run/tests.js';
import { PRINTS_SECRET } from '../run/printed-secrets.js';
import type { Call } from '../run/calls.js';
import type { Facts } from './facts.js';
import type { ClassifiedReaction } from './observation.js';

/**
 * The first rule that the client breaks because of the fault; undefined if it keeps all rules. An offence consists of
 * the exchanges that together break a rule.
 * @param mayBeElsewhere whether an offence also counts if its first exchange did not meet the fault. The first exchange
 * is the reason of an offence.
 */
export function offenceIn(facts: Facts, mayBeElsewhere: boolean): ClassifiedReaction | undefined {
  const { met, entry, hasFailed, run } = facts;
  if (run.printedSecret !== undefined && !facts.usual.suspected.has(PRINTS_SECRET.rule))
    return misbehaved({ id: PRINTS_SECRET.rule, ...PRINTS_SECRET }, `The command printed ${run.printedSecret}.`);
  // A command that is killed and started again does not know the responses that it got before.
  if (entry.fault.meanwhile === 'killed') return undefined;

  const usualCount = usualRequests(facts);

  // The number of requests is limited for faults that refuse every repetition.
  const sent = mostOfOneTest(facts);
  if (sent > (entry.fault.mostRequests ?? Infinity) * usualCount)
    return { reaction: 'misbehaved', what: `The client sent the request ${sent} times although each was refused.` };

  const all = newOffences(facts);
  const ofFault = all.filter(({ offence: { exchanges } }) => {
    const decisive = mayBeElsewhere ? exchanges : exchanges.slice(0, 1);
    return decisive.some((exchange) => met.includes(exchange));
  });

  // After one part of the program has failed, other parts go on with tokens of their own: only repetitions count.
  const excusedCount = entry.kind === 'token' ? Math.max(usualCount, 2) : usualCount;
  const repetitions = ofFault.filter(
    ({ offence: { exchanges } }) => exchanges.length > excusedCount && areRepetitions([met[0]!, ...exchanges]),
  );

  // If a test failed, what other parts of the program send afterwards may look like an offence.
  const counted = mayBeElsewhere && hasFailed ? repetitions : ofFault;
  // If nothing failed, a new offence is the work of the fault even if no exchange of the offence met the fault.
  const anywhere = mayBeElsewhere && !hasFailed ? all : [];
  const [first] = [...counted, ...anywhere];
  if (first === undefined) return undefined;

  const note = mayBeOfLibrary(first, met[0]!) ? OF_LIBRARY : '';
  return misbehaved(first.rule, `${first.offence.what}${note}`);
}

type RuleOfOffence = Pick<ShownOffence['rule'], 'title' | 'remedy'> & { readonly id: string };

function misbehaved({ id, title, remedy }: RuleOfOffence, what: string): ClassifiedReaction {
  return { reaction: 'misbehaved', what: `${title} ${what} (rule ${id})`, cause: id, remedy };
}

const OF_LIBRARY = ' The connection was used before: the library may have sent it again by itself, as libcurl does.';

/** Milliseconds within which a library repeats a request, even on a busy machine. */
const AT_ONCE = 150;

/** Whether the fault broke a connection that was used before, and the request came again on another connection. */
function mayBeOfLibrary({ offence }: ShownOffence, { connection, response: { ending } }: Exchange): boolean {
  // `never` means that no response came, and the connection stayed open.
  const isBroken = ending !== undefined && ending !== 'never' && !hasLeft(ending);
  const wasReused = (connection?.request ?? 1) > 1;
  const [first, ...later] = offence.exchanges;
  const isOther = later.at(-1)?.connection?.id !== connection?.id;
  // A library that repeats a request by itself does not wait first.
  const isAtOnce = later.every((exchange) => pauseBetween(first!, exchange) < AT_ONCE);

  return isBroken && wasReused && isOther && isAtOnce && areRepetitions(offence.exchanges);
}

/** Whether all exchanges ask for the same. */
function areRepetitions([first, ...others]: readonly Exchange[]): boolean {
  return others.every((each) => requestInAnyRun(each) === requestInAnyRun(first!));
}

/**
 * How often one test sent the request that met the fault, at most. Each test may begin with a request that failed in
 * the test before it. If only the output names tests, each failed one may have sent an equal part.
 */
function mostOfOneTest(facts: Facts): number {
  const { met, identity, times, run } = facts;
  const exchanges = met.filter((exchange) => requestInAnyRun(exchange) === identity);
  const ofTests = run.cases.length === 0 ? [exchanges] : exchangesByTest({ exchanges, times }, run.cases);
  const largest = Math.max(0, ...ofTests.map(({ length }) => length));

  return Math.ceil(largest / Math.max(1, failedByOutput(facts)));
}

/** The number of failed tests if only the output names tests; otherwise 0. */
function failedByOutput({ run: { cases, output } }: Facts): number {
  return cases.length > 0 ? 0 : printedTests(output).filter(({ passed }) => !passed).length;
}

/** How often the client sends the request in the baseline, at least 1. Each time may be in another test. */
function usualRequests({ usual, identity }: Facts): number {
  return Math.max(1, usual.calls.filter((call) => call.identity === identity).length);
}

/** Rules about one access token: only one client has the token, even if several tests use it. */
const ACROSS_TESTS: ReadonlySet<string> = new Set(['drop-refused-token']);

/** The offences that only the run with the fault shows. Each test may have a fresh client. */
function newOffences(facts: Facts): ShownOffence[] {
  const { entry, exchanges, times, usual, run } = facts;
  const mostRepetitions = usualRequests(facts) * (entry.fault.mostRequests ?? 0);
  const beginnings = beginningsIn(exchanges);
  const offences = offencesOfExperiment(exchanges, usual.exchanges, usual);

  return offences.filter(({ rule, offence: { exchanges: violating }, isProven }) => {
    // A rule that the client breaks without the fault, too, shows nothing. Some faults excuse an offence, or allow a
    // number of repetitions. An offence without proof counts only if the fault adds requests.
    const isExcused = usual.suspected.has(rule.id) || entry.fault.excuses?.includes(rule.id) === true;
    const areAllowed = violating.length <= mostRepetitions && areRepetitions(violating);
    if (isExcused || areAllowed || (!isProven && !isExtra(violating, facts))) return false;

    // A fresh client, or another test, knows nothing of the fault.
    const isFresh = areOfFreshClients(violating, exchanges) || beginnings.has(violating.at(-1)!);
    if (isFresh || isOfAnotherTest(violating, facts) || mayBeOfNextTest(violating, facts)) return false;

    // All requests of unknown tests count as those of one further test.
    const tests = new Set(violating.map(({ id }) => testAt(times.get(id), run.cases)));
    return tests.size <= 1 || ACROSS_TESTS.has(rule.id);
  });
}

/**
 * Whether the fault makes the client send one of the violating requests: in the baseline, the test sends such a request
 * less often. The first exchange is the reason of the offence, and violates nothing. Usual requests may come from a
 * part of the program that knows nothing of the fault.
 */
function isExtra([, ...violating]: readonly Exchange[], { ofTest, usual, testCase }: Facts): boolean {
  const isOfTest = ({ test }: Call): boolean => testCase === undefined || test === testCase.name;

  return violating.some((exchange) => {
    const request = requestInAnyRun(exchange);
    const equalRequests = ofTest.filter((other) => requestInAnyRun(other) === request);
    const usualCalls = usual.calls.filter((call) => call.identity === request && isOfTest(call));

    return equalRequests.indexOf(exchange) >= usualCalls.length;
  });
}

/**
 * Whether each access token but the first belongs to a fresh client: the token was issued although no earlier token had
 * been refused or had expired. A fresh client has not seen the responses to the client before it.
 */
function areOfFreshClients(involved: readonly Exchange[], all: readonly Exchange[]): boolean {
  const tokens = new Set(involved.flatMap(({ accessToken }) => accessToken?.id ?? []));
  const isFresh = (token: string): boolean => {
    const issue = all.find(({ issuedToken }) => issuedToken?.id === token);
    if (issue === undefined) return true;

    return all.every(({ id, status, accessToken }) => {
      if (id >= issue.id || accessToken === undefined) return true;
      return status !== 401 && status !== 403 && accessToken.expiresAt > issue.at;
    });
  };

  return tokens.size > 1 && [...tokens].slice(1).every(isFresh);
}

/**
 * Whether the next test may have sent a request again: only the output names tests, and several tests have failed with
 * few requests, or the command has sent something else since. One name is enough, because `go test` names only tests
 * that failed.
 */
function mayBeOfNextTest(involved: readonly Exchange[], facts: Facts): boolean {
  const { exchanges, run } = facts;
  const failedCount = failedByOutput(facts);
  // With fewer than two requests for each failed test, it cannot be told that one test has sent a request again.
  if (failedCount > 1 && involved.length < 2 * failedCount) return true;

  const isNamedByOutputOnly = run.cases.length === 0 && printedTests(run.output).length > 0;
  if (!isNamedByOutputOnly || involved.some(({ issuedToken }) => issuedToken !== undefined)) return false;

  const [first] = involved;
  const between = exchanges.filter(({ id }) => id > first!.id && id < involved.at(-1)!.id);

  return between.some(({ issuedToken, operation }) => issuedToken === undefined && operation !== first!.operation);
}

/**
 * Whether another test, which does not know of the fault, called the operation while the first test waited. Only
 * parallel tests do so. Tests with the same access token share a client, so they do not count as other tests.
 */
function isOfAnotherTest(involved: readonly Exchange[], { usual, met, entry: { call } }: Facts): boolean {
  if (!usual.reordered.has(call.operation)) return false;

  const requests = new Set(met.map(requestInAnyRun));
  const tokens = new Set(met.map(({ accessToken }) => accessToken?.id));
  const sameOperation = involved.filter(({ operation }) => operation === call.operation);

  return sameOperation.some((exchange) => {
    const hasOtherToken = exchange.accessToken === undefined || !tokens.has(exchange.accessToken.id);
    return hasOtherToken && !requests.has(requestInAnyRun(exchange));
  });
}
