import { headerOf, type Exchange } from '../../journal/exchange.js';
import { formatTime, isComplete, pauseBetween, retryAfterOf, succeeded } from '../exchanges.js';
import type { Evidence, Examine, Offence } from '../rule.js';
import { requestOfClient } from '../same-request.js';
import { chainsOf, groupBy, runsOf } from '../series.js';

/** The fewest attempts that may be an offence. One retry without a pause is none. */
const FEWEST_ATTEMPTS = 3;
/** A shorter time is no pause, in milliseconds: it passes between a response and the next request anyway. */
const NO_PAUSE = 10;
/** On a busy machine, this many milliseconds may pass without a pause, but hardly three times in a row. */
const HARDLY_A_PAUSE = 30;
/** A longer time counts as a pause, in milliseconds, however busy the machine is. */
const LONGEST_HARDLY_A_PAUSE = 100;
/** Pauses of this length need not grow any more, in milliseconds. */
const LONG_PAUSE = 1_000;
/** The most short pauses. If each pause doubles from a few milliseconds on, a further pause would be a long one. */
const MOST_SHORT_PAUSES = 10;
/** The fewest pauses that count as growing: two random pauses may grow by chance. */
const FEWEST_GROWING = 3;
/** The fewest pauses that count as shrinking: five random pauses shrink in one of 120 cases. */
const FEWEST_SHRINKING = 5;
/** Equal pauses below this, in milliseconds, cannot be growing pauses that a busy machine has made equal. */
const SHORT_PAUSE = 100;
/** The share by which equal pauses may differ. The random part that many clients add to their pauses is larger. */
const SAME = 0.2;

/**
 * Whether the pauses before retries grow. Clients should add a random part to their pauses, so the rule looks at
 * several pauses: two of them may be equal by chance, and one shorter pause shows nothing. Three equal pauses count.
 * Random pauses that do not grow are recognized by their number.
 */
export const growingPauses: Examine = (exchanges, evidence, examination) => {
  const { offences, followed } = examination;
  // Only requests to a path that has failed can be retries. Other requests need not be compared.
  const failedPaths = new Set(exchanges.filter(mayBeRetried).map(({ path }) => path));
  const candidates = exchanges.filter(({ path }) => failedPaths.has(path));
  const equal = groupBy(candidates, requestOfClient);
  // Each request of an attempt follows the failure of the previous request.
  const afterFailures = equal.flatMap((same) => runsOf(same, (_, last) => mayBeRetried(last)));
  const runs = afterFailures.flatMap((run) => chainsOf(run, evidence));
  const attempts = runs.filter(({ length }) => length >= FEWEST_ATTEMPTS);
  const hardlyAPause = attempts.length === 0 ? HARDLY_A_PAUSE : longestWithoutPause(exchanges);

  for (const run of attempts) {
    const pauses = run.slice(1).map((exchange, at) => pauseBetween(run[at]!, exchange));
    const found = offencesOf(run, pauses, hardlyAPause, evidence);
    offences.push(...found);
    if (found.length === 0 && haveGrown(pauses)) followed.push(run.at(-1)!);
    else examination.seenInstead = 'The pauses between retries did not grow, as random ones need not.';
  }
};

/** Whether this rule applies to a failure. If the response has a `Retry-After`, the rule `wait-as-told` applies. */
function mayBeRetried(exchange: Exchange): boolean {
  const isFailure = exchange.status === 429 || exchange.status >= 500;
  if (!isFailure || !isComplete(exchange) || retryAfterOf(exchange) !== undefined) return false;

  const retryAfter = headerOf(exchange.response.headers, 'Retry-After') ?? '';
  // Some clients wait for a fraction of a second, such as `0.5`, although HTTP does not allow fractions there.
  return !/^\d*\.\d+$/.test(retryAfter);
}

/**
 * Whether a series has no pauses. A single request without a pause is not enough: it may begin another call, after a
 * call that paused and gave up. Several requests without a pause are not enough either if they are far apart.
 */
function hasNoPauses(pauses: readonly number[]): boolean {
  const without = pauses.filter((pause) => pause < NO_PAUSE).length;
  const isTwiceInARow = pauses.some((pause, at) => at > 0 && pause < NO_PAUSE && pauses[at - 1]! < NO_PAUSE);
  return isTwiceInARow || (without >= 2 && without * 2 >= pauses.length);
}

/**
 * Whether the pauses belong to several calls that gave up one after the other. The pauses within each call grow; any
 * time may pass between two calls.
 */
function areGrowingSeries(pauses: readonly number[]): boolean {
  const calls = runsOf(pauses, (pause, last) => pause > last);
  const growing = calls.filter(({ length }) => length >= FEWEST_GROWING);
  // The first call may have begun on another connection, and the last call may not be over.
  const isCut = (at: number): boolean => at === 0 || at === calls.length - 1;

  // A single pause is the time between two calls.
  return growing.length >= 2 && calls.every((call, at) => growing.includes(call) || call.length === 1 || isCut(at));
}

/** Whether the later half of the pauses is longer, or as long as the first half if that is a second or more. */
function haveGrown(pauses: readonly number[]): boolean {
  const half = Math.floor(pauses.length / 2);
  const before = Math.max(...pauses.slice(0, half));
  const after = Math.max(...pauses.slice(half));
  // Long pauses need not grow. Shorter ones must grow by more than equal pauses may differ.
  const least = after >= LONG_PAUSE ? 1 - SAME : 1 + SAME;

  return after >= least * before || areGrowingSeries(pauses);
}

/**
 * The longest time that may pass on this machine although the client makes no pause. It is measured after successes,
 * because clients seldom pause there: three times the shortest time, within limits.
 */
function longestWithoutPause(exchanges: readonly Exchange[]): number {
  let shortest = Infinity;
  for (const [at, exchange] of exchanges.entries()) {
    const last = exchanges[at - 1];
    if (last === undefined || !succeeded(last)) continue;

    const passed = pauseBetween(last, exchange);
    if (passed > 0) shortest = Math.min(shortest, passed);
  }

  if (shortest === Infinity) return HARDLY_A_PAUSE;

  return Math.min(LONGEST_HARDLY_A_PAUSE, Math.max(HARDLY_A_PAUSE, 3 * shortest));
}

/** The offence in a run of attempts, if its pauses are missing or do not grow. */
function offencesOf(
  run: readonly Exchange[],
  pauses: readonly number[],
  hardlyAPause: number,
  { timesAreExact, chanceCounts }: Evidence,
): Offence[] {
  const offence = (what: string): Offence[] => [
    { exchanges: run, what: `Tried ${run.length} times ${what}.`, allowedPerSender: FEWEST_ATTEMPTS - 1 },
  ];
  if (hasNoPauses(pauses)) return offence('without a pause');

  const isShrinking = pauses.every((pause, at) => at === 0 || pause < pauses[at - 1]!);
  if (timesAreExact && isShrinking && pauses.length >= FEWEST_SHRINKING)
    return offence('with a shorter pause each time');
  // Two pauses may be equal by chance, and long ones need not grow.
  if (pauses.length < 3 || pauses.some((pause) => pause >= LONG_PAUSE)) return [];
  // A busy machine makes pauses longer, never shorter, so the number of short pauses is certain.
  if (pauses.length >= MOST_SHORT_PAUSES && !areGrowingSeries(pauses)) return offence('without a pause of a second');
  if (!chanceCounts) return [];

  const isGrowing = pauses.every((pause, at) => at === 0 || pause > pauses[at - 1]!);
  if (!isGrowing && pauses.every((pause) => pause < hardlyAPause)) return offence('with hardly a pause');

  const first = pauses[0]!;
  // A busy machine may have made growing pauses of this length equal.
  if (!timesAreExact && first >= SHORT_PAUSE) return [];

  const isEven = pauses.every((pause) => Math.abs(pause - first) <= SAME * first);
  return isEven ? offence(`with equal pauses of about ${formatTime(first)}`) : [];
}
