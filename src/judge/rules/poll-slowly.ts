import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, identityOf, isComplete, formatTime, timeBetween, TOLERANCE } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

const INTERVAL = 1_000;
/** Asking twice may be two parts of a program that want the same. */
const FEWEST = 3;

export const pollSlowly: Rule = {
  id: 'poll-slowly',
  title: 'A client that waits for a change asks at most once a second.',
  basis: 'specification section 6, which shows no events, and section 8, by which there is a rate limit',
  occasion: 'GET that was repeated because its answer stayed the same',
  remedy: 'Wait a second or more before asking for the same thing again, longer each time that nothing has changed.',
  examine: (exchanges) => {
    const rows = groupBy(exchanges, (exchange) =>
      exchange.method === 'GET' ? identityOf(exchange) : undefined,
    ).flatMap(rowsOf);
    const slow = rows.filter((row) => row.length >= FEWEST && fastRuns(row).length === 0);
    return { offences: rows.flatMap(fastRuns).map(offenceOf), good: slow.map((row) => row.at(-1)!) };
  },
};

/** Rows of the same request with the same answer, each sent when the one before was known. */
function rowsOf(same: readonly Exchange[]): Exchange[][] {
  return split(
    same,
    (earlier, later) => answerOf(earlier) === answerOf(later) && isRead(later) && couldHaveSeen(later, earlier, same),
  );
}

/** The parts of a row that were asked too fast. */
function fastRuns(row: readonly Exchange[]): Exchange[][] {
  return split(row, (earlier, later) => timeBetween(earlier, later) < INTERVAL - TOLERANCE).filter(
    (run) => run.length >= FEWEST,
  );
}

function split(
  row: readonly Exchange[],
  belongTogether: (earlier: Exchange, later: Exchange) => boolean,
): Exchange[][] {
  const parts: Exchange[][] = [];
  for (const exchange of row) {
    const part = parts.at(-1);
    if (part !== undefined && belongTogether(part.at(-1)!, exchange)) part.push(exchange);
    else parts.push([exchange]);
  }
  return parts;
}

/** Of refusals, other rules tell. */
function isRead(exchange: Exchange): boolean {
  return isComplete(exchange) && (exchange.status < 400 || exchange.status === 404);
}

function answerOf({ status, response }: Exchange): string {
  return JSON.stringify([status, response.body]);
}

function offenceOf(run: readonly Exchange[]): Offence {
  const time = timeBetween(run[0]!, run.at(-1)!);
  return {
    exchanges: run,
    what: `Asked for the same thing ${run.length} times within ${formatTime(time)}, and the answer stayed the same.`,
  };
}
