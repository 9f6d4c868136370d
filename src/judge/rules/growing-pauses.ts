import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, identityOf, isComplete, pauseBetween, formatTime, retryAfterOf } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** A shorter pause is none: so little passes between an answer and the next request anyway. */
const NO_PAUSE = 10;
/** Pauses may stay as long as they are from here on. */
const LONG_PAUSE = 1_000;
/** Pauses that differ by less are the same; chance, which many clients put into theirs on purpose, spreads them more. */
const SAME = 0.2;

/**
 * Two attempts at once are no offence, one more is. Pauses of equal length have to be seen three times: where a client
 * draws them at random, as it should, two that are alike come about by chance.
 */
export const growingPauses: Rule = {
  id: 'growing-pauses',
  title: 'A client that retries after 429 or 5xx pauses, longer each time.',
  basis: 'specification section 7; RFC 9110 section 15.6',
  occasion: 'request that was retried twice after 429 or 5xx without Retry-After',
  remedy: 'Wait before a retry, twice as long after each failure, with some chance in it, and give up after a few.',
  examine: (exchanges) => {
    const rows = groupBy(exchanges, identityOf)
      .flatMap(retriesOf)
      .filter((row) => row.length >= 3);
    const offences = rows.flatMap(offencesOf);
    const patient = rows.filter((row) => offencesOf(row).length === 0);
    return { offences, good: patient.map((row) => row.at(-1)!) };
  },
};

/** Rows in which each request follows the failure of the one before. */
function retriesOf(same: readonly Exchange[]): Exchange[][] {
  const rows: Exchange[][] = [];
  for (const exchange of same) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row !== undefined && last !== undefined && mayBeRetried(last) && couldHaveSeen(exchange, last, same))
      row.push(exchange);
    else rows.push([exchange]);
  }
  return rows;
}

/** Where Retry-After says how long to wait, another rule looks. */
function mayBeRetried(exchange: Exchange): boolean {
  return (
    isComplete(exchange) && (exchange.status === 429 || exchange.status >= 500) && retryAfterOf(exchange) === undefined
  );
}

function offencesOf(row: readonly Exchange[]): Offence[] {
  const pauses = row.slice(1).map((exchange, at) => pauseBetween(row[at]!, exchange));
  if (pauses.filter((pause) => pause < NO_PAUSE).length >= 2)
    return [{ exchanges: row, what: `Tried ${row.length} times without a pause.` }];
  const [first = Infinity] = pauses;
  const isEven =
    pauses.length >= 3 && pauses.every((pause) => pause < LONG_PAUSE && Math.abs(pause - first) <= SAME * first);
  return isEven
    ? [{ exchanges: row, what: `Tried ${row.length} times, each time after about ${formatTime(first)}.` }]
    : [];
}
