/** Sorts generated rows by numeric ranks instead of texts: a million rows take a fraction of a second. */

import { TAG_DIGITS } from '../../population/identifiers.js';
import { type NamePlaces, people } from '../../population/people.js';
import type { Population } from '../../population/population.js';
import { sortByRank, type Steps } from '../../../../common/steps.js';
import type { Now } from '../../time/now.js';
import { KYC_STATUSES, REQUEST_STATUSES, USER_STATUSES } from '../model.js';
import { factsOfRow, kycStatusOfRow, partyOfRow, requestOfRow } from './generated-row.js';
import type { UsersQuery } from './query.js';

/** The rank of a row's value among all values of a field. A missing value comes before all others. */
type Rank = (row: number) => number;

/** Greater than the number of names in a table. */
const NAMES = 2 ** 12;

/** The rows in the order of the query. They are newest first before, and so are afterwards those with equal values. */
export function* sortRows(population: Population, rows: Uint32Array, query: UsersQuery, time: Now): Steps<Uint32Array> {
  const { orderBy, descending, rules } = query;
  if (orderBy === 'regDate' && descending) return rows;
  let sorted = rows;
  // The rank of a missing value is the lowest.
  const isHidden = rules.unapproved === 'hidden' && (orderBy === 'fullName' || orderBy === 'email');
  for (const rank of RANKS[orderBy](population, time)) {
    const shown: Rank = (row) => (factsOfRow(population, row).request === 'APPROVED' ? rank(row) : -1);
    sorted = yield* sortByRank(sorted, isHidden ? shown : rank, descending);
  }
  return sorted;
}

/** The ranks to sort by, one after another: the last one decides, and those before decide among its equals. */
const RANKS: Readonly<Record<UsersQuery['orderBy'], (population: Population, time: Now) => Rank[]>> = {
  id: (population) => [(row) => population.requestId(partyOfRow(row), requestOfRow(row))],
  regDate: (population) => [(row) => -population.registrationAge(partyOfRow(row))],
  fullName: (population) => [pairRank('names', (index) => population.shownName(index))],
  email: (population) => [
    (row) => (population.hasEmail(partyOfRow(row)) ? tagRank(population.identifiers.tag(partyOfRow(row))) : 0),
    pairRank('slugs', (index) => (population.hasEmail(index) ? population.name(index) : undefined)),
  ],
  status: (population) => [(row) => USER_STATUSES.indexOf(population.userStatus(partyOfRow(row))!)],
  reqStatus: (population) => [(row) => REQUEST_STATUSES.indexOf(factsOfRow(population, row).request)],
  kycStatus: (population, time) => [(row) => KYC_STATUSES.indexOf(kycStatusOfRow(population, row, time))],
};

/** The rank of a tag as text, with the `@` that follows it in an e-mail: that comes after all digits. */
function tagRank(tag: number): number {
  const digits = String(tag);
  let rank = 0;
  for (let at = 0; at < TAG_DIGITS; at++) rank = rank * 11 + (at < digits.length ? Number(digits[at]) : 10);
  return rank;
}

/** The rank of a full name, or of the names in an e-mail. */
function pairRank(part: 'names' | 'slugs', nameOf: (index: number) => NamePlaces | undefined): Rank {
  const { first, last } = people();
  const [firstRanks, lastRanks] = [ranks(first[part]), ranks(last[part])];
  return (row) => {
    const name = nameOf(partyOfRow(row));
    return name === undefined ? -1 : firstRanks[name.first]! * NAMES + lastRanks[name.last]!;
  };
}

/** For each text its position among the distinct texts in lower case, sorted by code unit. */
function ranks(texts: readonly string[]): number[] {
  const lower = texts.map((text) => text.toLowerCase());
  const places = new Map([...new Set(lower)].sort().map((text, place) => [text, place]));
  return lower.map((text) => places.get(text)!);
}
