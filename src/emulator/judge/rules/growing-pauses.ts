import { headerOf, type Exchange } from '../../journal/exchange.js';
import { formatTime, isComplete, pauseBetween, pausesIn, retryAfterOf, succeeded } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
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
  const series = groupBy(candidates, requestOfClient).flatMap((same) => seriesOfAttempts(same, evidence));
  const hardlyAPause = series.length === 0 ? HARDLY_A_PAUSE : longestWithoutPause(exchanges);

  for (const attempts of series) {
    const pauses = pausesIn(attempts);
    const mistake = mistakeIn(pauses, hardlyAPause, evidence);
    if (mistake !== undefined) {
      const what = `Tried ${attempts.length} times ${mistake}.`;
      offences.push({ exchanges: attempts, what, allowedPerSender: FEWEST_ATTEMPTS - 1 });
    } else if (haveGrown(pauses)) followed.push(attempts.at(-1)!);
    else examination.seenInstead = 'The pauses between retries did not grow, as random ones need not.';
  }
};

/** Series of equal requests that are long enough. Each request was sent after the failure of the previous one. */
function seriesOfAttempts(same: readonly Exchange[], evidence: Evidence): Exchange[][] {
  const afterFailures = runsOf(same, (_, last) => mayBeRetried(last));
  const chains = afterFailures.flatMap((run) => chainsOf(run, evidence));
  return chains.filter((chain) => chain.length >= FEWEST_ATTEMPTS);
}

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
  const whole = calls.slice(1, -1);

  // A single pause is the time between two calls.
  return growing.length >= 2 && whole.every((call) => call.length === 1 || growing.includes(call));
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

/** What is wrong with the pauses of a series, as a part of a sentence. Undefined if nothing is certainly wrong. */
function mistakeIn(
  pauses: readonly number[],
  hardlyAPause: number,
  { timesAreExact, chanceCounts }: Evidence,
): string | undefined {
  if (hasNoPauses(pauses)) return 'without a pause';

  const isShrinking = pauses.every((pause, at) => at === 0 || pause < pauses[at - 1]!);
  if (timesAreExact && isShrinking && pauses.length >= FEWEST_SHRINKING) return 'with a shorter pause each time';
  // Two pauses may be equal by chance, and long ones need not grow.
  if (pauses.length < 3 || pauses.some((pause) => pause >= LONG_PAUSE)) return undefined;
  // A busy machine makes pauses longer, never shorter, so the number of short pauses is certain.
  if (pauses.length >= MOST_SHORT_PAUSES && !areGrowingSeries(pauses)) return 'without a pause of a second';
  if (!chanceCounts) return undefined;

  const isGrowing = pauses.every((pause, at) => at === 0 || pause > pauses[at - 1]!);
  if (!isGrowing && pauses.every((pause) => pause < hardlyAPause)) return 'with hardly a pause';

  const first = pauses[0]!;
  // A busy machine may have made growing pauses of this length equal.
  if (!timesAreExact && first >= SHORT_PAUSE) return undefined;

  const areEqual = pauses.every((pause) => Math.abs(pause - first) <= SAME * first);
  return areEqual ? `with equal pauses of about ${formatTime(first)}` : undefined;
}
