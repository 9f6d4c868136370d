import { headerOf, type Exchange } from '../../journal/exchange.js';
import { formatTime, isComplete, pauseBetween, retryAfterOf, succeeded } from '../exchanges.js';
import type { Evidence, Examine, Offence } from '../rule.js';
import { requestOfClient } from '../same-request.js';
import { chainsOf, groupBy, runsOf } from '../series.js';

/** One retry without a pause is no offence. */
const FEWEST_ATTEMPTS = 3;
/** A shorter time is no pause, in milliseconds: it passes between a response and the next request anyway. */
const NO_PAUSE = 10;
/** On a busy machine, this many milliseconds may pass without a pause, but hardly three times in a row. */
const HARDLY_A_PAUSE = 30;
/** A longer time counts as a pause, in milliseconds, however busy the machine is. */
const LONGEST_HARDLY_A_PAUSE = 100;
/** Pauses of this length need not grow any more, in milliseconds. */
const LONG_PAUSE = 1_000;
/** After this number of pauses that double, the last is long, even if the first took only a few milliseconds. */
const MOST_SHORT_PAUSES = 10;
/** The shortest series of pauses that grow: two random ones may grow by chance. */
const FEWEST_GROWING = 3;
/** The shortest series of pauses that shrink: five random ones do so in one of 120 cases. */
const FEWEST_SHRINKING = 5;
/** Equal pauses below this, in milliseconds, cannot be growing pauses that a busy machine has made equal. */
const SHORT_PAUSE = 100;
/** The share by which equal pauses may differ. The jitter that many clients add differs more. */
const SAME = 0.2;

/**
 * Equal pauses must occur three times, because two random pauses (which clients should use) may be equal by chance.
 * Random pauses that do not grow are recognized by their number. One shorter pause shows nothing: it may be random.
 */
export const growingPauses: Examine = (exchanges, evidence, examination) => {
  const { offences, followed } = examination;
  const failedPaths = new Set(exchanges.filter(mayBeRetried).map(({ path }) => path));
  const groups = groupBy(exchanges, (exchange) =>
    failedPaths.has(exchange.path) ? requestOfClient(exchange) : undefined,
  );
  const runs = groups.flatMap((same) => attemptsAmong(same, evidence));
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

/** Runs in which each request follows the failure of the previous request. */
function attemptsAmong(same: readonly Exchange[], evidence: Evidence): Exchange[][] {
  return runsOf(same, (_, last) => mayBeRetried(last)).flatMap((run) => chainsOf(run, evidence));
}

/** Whether this rule applies to a failure. Not if it has a Retry-After: another rule examines that. */
function mayBeRetried(exchange: Exchange): boolean {
  const isFailure = exchange.status === 429 || exchange.status >= 500;
  if (!isComplete(exchange) || !isFailure || retryAfterOf(exchange) !== undefined) return false;
  // A fraction such as `0.5`.
  return !/^\d*\.\d+$/.test(headerOf(exchange.response.headers, 'Retry-After') ?? '');
}

/**
 * Whether a series has no pauses. A single request without a pause may begin another call, after a call that paused and
 * gave up. The same holds for several such requests far apart.
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
  const series = runsOf(pauses, (pause, last) => pause > last);
  const growing = series.filter(({ length }) => length >= FEWEST_GROWING);
  // The first call may have begun on another connection, and the last one may not be over.
  const isCut = (at: number): boolean => at === 0 || at === series.length - 1;

  return growing.length >= 2 && series.every((one, at) => growing.includes(one) || one.length === 1 || isCut(at));
}

/** Whether the later pauses are longer, or as long as before if that is a second or more. */
function haveGrown(pauses: readonly number[]): boolean {
  const half = Math.floor(pauses.length / 2);
  const before = Math.max(...pauses.slice(0, half));
  const after = Math.max(...pauses.slice(half));
  const least = after >= LONG_PAUSE ? 1 - SAME : 1 + SAME;

  return after >= least * before || areGrowingSeries(pauses);
}

/** The longest time without a pause on this machine, measured after successes: clients seldom pause there. */
function longestWithoutPause(exchanges: readonly Exchange[]): number {
  let shortest = Infinity;
  for (const [at, exchange] of exchanges.entries()) {
    const last = exchanges[at - 1];
    if (last === undefined || !succeeded(last)) continue;

    const passed = pauseBetween(last, exchange);
    if (passed > 0) shortest = Math.min(shortest, passed);
  }

  return shortest === Infinity
    ? HARDLY_A_PAUSE
    : Math.min(LONGEST_HARDLY_A_PAUSE, Math.max(HARDLY_A_PAUSE, 3 * shortest));
}

function offencesOf(
  run: readonly Exchange[],
  pauses: readonly number[],
  hardlyAPause: number,
  { timesAreExact, chanceCounts }: Evidence,
): Offence[] {
  const offence = (what: string): Offence[] => [
    { exchanges: run, what: `Tried ${run.length} times ${what}.`, mostOfOne: FEWEST_ATTEMPTS - 1 },
  ];
  if (hasNoPauses(pauses)) return offence('without a pause');

  const isShrinking = pauses.every((pause, at) => at === 0 || pause < pauses[at - 1]!);
  if (timesAreExact && isShrinking && pauses.length >= FEWEST_SHRINKING)
    return offence('with a shorter pause each time');
  if (pauses.length < 3 || pauses.some((pause) => pause >= LONG_PAUSE)) return [];
  // A busy machine makes pauses longer, so the number of short ones is certain.
  if (pauses.length >= MOST_SHORT_PAUSES && !areGrowingSeries(pauses)) return offence('without a pause of a second');
  if (!chanceCounts) return [];

  const isGrowing = pauses.every((pause, at) => at === 0 || pause > pauses[at - 1]!);
  if (!isGrowing && pauses.every((pause) => pause < hardlyAPause)) return offence('with hardly a pause');

  const first = pauses[0]!;
  if (!timesAreExact && first >= SHORT_PAUSE) return [];

  const isEven = pauses.every((pause) => Math.abs(pause - first) <= SAME * first);
  return isEven ? offence(`with equal pauses of about ${formatTime(first)}`) : [];
}
