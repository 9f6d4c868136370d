import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../journal/exchange.js';
import { formatTime, isComplete, pauseBetween, timeBetween, TOLERANCE } from '../exchanges.js';
import type { Evidence, Examine } from '../rule.js';
import { requestOfClient } from '../same-request.js';
import { chainsOf, groupBy, runsOf } from '../series.js';

/** The shortest time between two requests of a poll, in milliseconds. */
const INTERVAL = 1_000;
/** The fewest requests of a poll. Two equal requests may come from two parts of a program. */
const FEWEST_REQUESTS = 3;

/**
 * A client that polls for a change sends at most one request a second. Nothing proves that a client polls: a program
 * that reads for several users sends equal requests, too.
 */
export const pollSlowly: Examine = (exchanges, evidence, examination) => {
  if (!evidence.chanceCounts) return;

  const reads = exchanges.filter(({ method }) => method === 'GET');
  const polls = groupBy(reads, requestOfClient).flatMap((same) => pollsAmong(same, evidence));

  for (const poll of polls) {
    const fast = fastRunsOf(poll, evidence);
    for (const run of fast) {
      const time = formatTime(timeBetween(run[0]!, run.at(-1)!));
      const what = `Sent the same request ${run.length} times within ${time}, and the response stayed the same.`;
      examination.offences.push({ exchanges: run, what });
    }

    if (poll.length >= FEWEST_REQUESTS && fast.length === 0) examination.followed.push(poll.at(-1)!);
  }
};

/** Runs of equal requests with equal responses. Each request was sent after the response to the previous one. */
function pollsAmong(same: readonly Exchange[], evidence: Evidence): Exchange[][] {
  const unchanged = runsOf(same, (exchange, last) => {
    // A client that sees a change has a reason to read again.
    const isSame = last.status === exchange.status && isDeepStrictEqual(last.response.body, exchange.response.body);
    return isSame && isRead(exchange);
  });
  return unchanged.flatMap((run) => chainsOf(run, evidence));
}

/** The parts of a poll that were too fast. */
function fastRunsOf(poll: readonly Exchange[], { timesAreExact }: Evidence): Exchange[][] {
  const runs = runsOf(poll, (exchange, last) => timeBetween(last, exchange) < INTERVAL - TOLERANCE);
  return runs.filter((run) => run.length >= FEWEST_REQUESTS && (timesAreExact || isCertainlyFast(run)));
}

/**
 * Whether a run was certainly fast. A run of n requests has n - 1 intervals. The emulator may have handled the first
 * request late, which makes the run look shorter by an interval. So the run must be shorter than n - 2 intervals.
 */
function isCertainlyFast(run: readonly Exchange[]): boolean {
  return pauseBetween(run[0]!, run.at(-1)!) < (run.length - 2) * (INTERVAL - TOLERANCE);
}

/** Whether a read was complete and not refused (a 404 counts as read). Other rules examine refused requests. */
function isRead(exchange: Exchange): boolean {
  return isComplete(exchange) && (exchange.status < 400 || exchange.status === 404);
}
