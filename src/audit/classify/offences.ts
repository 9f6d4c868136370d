/** The rules of the judge that a client breaks because of a fault. */

import { offencesOfExperiment, type ShownOffence } from '../../emulator/judge/judge.js';
import { beginningsIn } from '../../emulator/judge/restarts.js';
import type { Exchange } from '../../emulator/journal/exchange.js';
import { hasLeft } from '../../emulator/journal/outcome.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import { areOfSeveralTests, printedTests } from '../run/tests.js';
import { PRINTS_SECRET } from '../run/printed-secrets.js';
import { callsOf } from '../run/calls.js';
import type { Facts } from './facts.js';
import type { ClassifiedReaction } from './observation.js';

/**
 * The first rule that the client breaks because of the fault; undefined if it breaks none.
 * @param mayBeElsewhere whether an offence also counts if its first exchange, which is its reason, did not meet the
 * fault
 */
export function offenceIn(facts: Facts, mayBeElsewhere: boolean): ClassifiedReaction | undefined {
  const { met, entry, hasFailed, run } = facts;
  if (run.printedSecret !== undefined && !facts.usual.suspected.has(PRINTS_SECRET.rule))
    return broken({ id: PRINTS_SECRET.rule, ...PRINTS_SECRET }, `The command printed ${run.printedSecret}.`);
  // A command that is killed and started again does not know the responses that it got before.
  if (entry.fault.meanwhile === 'killed') return undefined;

  const usualCount = usualRequests(facts);
  const requests = callsOf({ key: '', exchanges: met }).filter(({ identity }) => identity === facts.identity).length;
  if (requests > (entry.fault.mostRequests ?? Infinity) * usualCount)
    return { reaction: 'misbehaved', what: `The client sent the request ${requests} times although each was refused.` };

  const shown = newOffences(facts);
  const own = shown.filter(({ offence: { exchanges } }) =>
    (mayBeElsewhere ? exchanges : exchanges.slice(0, 1)).some((exchange) => met.includes(exchange)),
  );
  // After one part of the program has failed, other parts go on with tokens of their own: only repetitions count.
  const usually = entry.kind === 'token' ? Math.max(usualCount, 2) : usualCount;
  const repetitions = own.filter(
    ({ offence }) => offence.exchanges.length > usually && areRepetitions([met[0]!, ...offence.exchanges]),
  );
  const [first] = !mayBeElsewhere ? own : hasFailed ? repetitions : [...own, ...shown];
  if (first === undefined) return undefined;

  return broken(first.rule, `${first.offence.what}${mayBeOfLibrary(first, met[0]!) ? OF_LIBRARY : ''}`);
}

function broken(
  { id, title, remedy }: Pick<ShownOffence['rule'], 'title' | 'remedy'> & { readonly id: string },
  what: string,
): ClassifiedReaction {
  return { reaction: 'misbehaved', what: `${title} ${what} (rule ${id})`, cause: id, remedy };
}

const OF_LIBRARY = ' The connection was used before: the library may have sent it again by itself, as libcurl does.';

/** Whether the fault broke a reused connection, and the request came again on another connection. */
function mayBeOfLibrary({ offence }: ShownOffence, { connection, response: { ending } }: Exchange): boolean {
  const isBroken = ending !== undefined && ending !== 'never' && !hasLeft(ending);
  const isUsed = isBroken && (connection?.request ?? 1) > 1;
  return isUsed && offence.exchanges.at(-1)?.connection?.id !== connection?.id && areRepetitions(offence.exchanges);
}

function areRepetitions([first, ...others]: readonly Exchange[]): boolean {
  return others.every((each) => requestInAnyRun(each) === requestInAnyRun(first!));
}

/** How often the client sends the request in the baseline, at least 1. Each time may be in another test. */
function usualRequests({ usual, identity }: Facts): number {
  return Math.max(1, usual.calls.filter((call) => call.identity === identity).length);
}

/** Rules about one access token: only one client has it, even if several tests use it. */
const ACROSS_TESTS: ReadonlySet<string> = new Set(['drop-refused-token']);

/** The offences that only the run with the fault shows. Each test may have a fresh client. */
function newOffences(facts: Facts): ShownOffence[] {
  const { entry, exchanges, times, usual, run } = facts;
  const excused = usualRequests(facts) * (entry.fault.mostRequests ?? 0);
  const beginnings = beginningsIn(exchanges);

  return offencesOfExperiment(exchanges, usual.exchanges, usual).filter(
    ({ rule, offence, isProven }) =>
      (isProven || isExtra(offence.exchanges, facts)) &&
      !(offence.exchanges.length <= excused && areRepetitions(offence.exchanges)) &&
      !usual.suspected.has(rule.id) &&
      entry.fault.excuses?.includes(rule.id) !== true &&
      !isOfAnotherTest(offence.exchanges, facts) &&
      !areOfFreshClients(offence.exchanges, exchanges) &&
      !beginnings.has(offence.exchanges.at(-1)!) &&
      !mayBeOfNextTest(offence.exchanges, facts) &&
      (ACROSS_TESTS.has(rule.id) || !areOfSeveralTests({ exchanges: offence.exchanges, times }, run.cases)),
  );
}

/**
 * Whether the fault makes the client send one of the violating requests: the test sends fewer of them in the baseline.
 * Other requests may come from a part of the program that knows nothing of the fault.
 */
function isExtra([, ...violating]: readonly Exchange[], { ofTest, usual, testCase }: Facts): boolean {
  return violating.some((exchange) => {
    const identity = requestInAnyRun(exchange);
    const alike = ofTest.filter((each) => requestInAnyRun(each) === identity);
    const usually = usual.calls.filter(
      (call) => call.identity === identity && (testCase === undefined || call.test === testCase.name),
    );

    return alike.indexOf(exchange) >= usually.length;
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
    const before = all.filter(({ id }) => issue !== undefined && id < issue.id);
    return before.every(
      ({ status, accessToken }) =>
        accessToken === undefined ||
        (status !== 401 && status !== 403 && accessToken.expiresAt > (issue?.at ?? accessToken.expiresAt)),
    );
  };

  return tokens.size > 1 && [...tokens].slice(1).every(isFresh);
}

/**
 * Whether the next test may have sent a request again: only the output names tests, and the command has sent something
 * else since. One name is enough, because `go test` names only tests that failed.
 */
function mayBeOfNextTest(involved: readonly Exchange[], { exchanges, run }: Facts): boolean {
  const areUntold = run.cases.length === 0 && printedTests(run.output).length > 0;
  const isOther = ({ issuedToken, operation }: Exchange): boolean =>
    issuedToken === undefined && operation !== involved[0]!.operation;
  const between = exchanges.filter(({ id }) => id > involved[0]!.id && id < involved.at(-1)!.id);

  return areUntold && !involved.some(({ issuedToken }) => issuedToken !== undefined) && between.some(isOther);
}

/**
 * Whether another test, which does not know of the fault, called the operation while the first test waited. Only
 * parallel tests do so. Tests with the same access token share a client, so they are not other tests here.
 */
function isOfAnotherTest(involved: readonly Exchange[], { usual, met, entry: { call } }: Facts): boolean {
  const requests = new Set(met.map(requestInAnyRun));
  const tokens = new Set(met.map(({ accessToken }) => accessToken?.id));
  return (
    usual.reordered.has(call.operation) &&
    involved.some(
      (exchange) =>
        exchange.operation === call.operation &&
        !requests.has(requestInAnyRun(exchange)) &&
        (exchange.accessToken === undefined || !tokens.has(exchange.accessToken.id)),
    )
  );
}
