import type { Exchange } from '../../journal/exchange.js';
import { couldHaveSeen } from '../could-have-seen.js';
import { groupBy, identityOf, timeBetween } from '../exchanges.js';
import type { Offence, Rule } from '../rule.js';

/** Answers that say that the request itself is wrong. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 405, 413, 415, 422]);
const SOON = 60_000;
/** A second attempt may be a person's. */
const FEWEST = 3;

/**
 * Token requests are left out: the journal keeps no secrets, so two that look the same may differ. 404 counts only
 * where the contract has no such endpoint, for a party or a credential may come to be.
 */
export const noHopelessRetry: Rule = {
  id: 'no-hopeless-retry',
  title: 'A client does not send a request again unchanged that was refused as wrong.',
  basis: 'specification section 7; RFC 9110 section 15.5.1',
  occasion: 'request that was refused as wrong',
  remedy: 'Retry after 429 and 5xx only; report 400, 404, 405, 413, 415 and 422 to whoever made the request.',
  examine: (exchanges) => {
    const refused = exchanges.filter((exchange) => isWrong(exchange) && identityOf(exchange) !== undefined);
    const rows = groupBy(refused, identityOf).flatMap(repetitionsOf);
    return {
      offences: rows.filter((row) => row.length >= FEWEST).map(offenceOf),
      good: rows.filter((row) => row.length === 1).flat(),
    };
  },
};

function isWrong({ status, operation }: Exchange): boolean {
  if (operation === 'issueToken') return false;
  return WRONG_REQUEST.has(status) || (status === 404 && operation === undefined);
}

function repetitionsOf(same: readonly Exchange[]): Exchange[][] {
  const rows: Exchange[][] = [];
  for (const exchange of same) {
    const row = rows.at(-1);
    if (row !== undefined && timeBetween(row[0]!, exchange) < SOON && couldHaveSeen(exchange, row.at(-1)!, same))
      row.push(exchange);
    else rows.push([exchange]);
  }
  return rows;
}

function offenceOf(row: readonly Exchange[]): Offence {
  return {
    exchanges: row,
    what: `Sent the same request ${row.length} times, although it had been refused with ${row[0]!.status}.`,
  };
}
