/**
 * The generated rows of the users list. In order of their IDs, each row is computed on its own. A filter or another
 * order scans the population once and keeps four bytes for each row: the number of the party and of its data request.
 */

import type { Population } from '../../population/population.js';
import { forEachNumber, STEP_SIZE, type Steps, sortByRank } from '../../../../common/steps.js';
import type { Now } from '../../time/now.js';
import type { ComputedList } from '../patched-list.js';
import { generatedSearch, SLOW_STEP_SIZE, type GeneratedSearch } from './generated-search.js';
import { isFound, type UserRow, type UsersQuery, type UsersRules } from './query.js';
import { type OutcomeFacts, OUTCOMES } from '../../population/shares.js';
import { type KycRules, kycStatusBy, LAPSES_AFTER } from '../credential-status.js';
import { type KycStatus, KYC_STATUSES, REQUEST_STATUSES, type RequestStatus, USER_STATUSES } from '../model.js';
import { TAG_DIGITS } from '../../population/identifiers.js';
import { type NamePlaces, people } from '../../population/people.js';

/** Whether the rows of the query are found by a scan of the whole population. */
export function needsScan({ orderBy, rules, status, reqStatus, kycStatus, search }: UsersQuery): boolean {
  const isFiltered = [status, reqStatus, kycStatus, search].some((wanted) => wanted !== undefined);
  return isFiltered || rules.row === 'party' || orderBy !== 'id';
}

/** The rows of the generated parties that match the query, in its order. */
export function* generatedRows(population: Population, query: UsersQuery, time: Now): Steps<ComputedList<UserRow>> {
  if (!needsScan(query)) return rowsById(population, query.descending);
  const sorted = yield* sortRows(population, yield* scan(population, query, time), query, time);
  return { length: sorted.length, at: (position) => rowOf(population, sorted[position]!) };
}

function rowsById(population: Population, descending: boolean): ComputedList<UserRow> {
  const length = population.total('requests');
  return {
    length,
    at(position) {
      const { index, nth } = population.requestAt(descending ? length - 1 - position : position);
      return rowOf(population, rowNumber(index, nth));
    },
  };
}

function rowOf(population: Population, row: number): UserRow {
  const party = population.party(partyOfRow(row));
  return { party, request: party.requests[requestOfRow(row)]! };
}

/**
 * Whether a search finds a party. All are compared in advance in the order of their numbers, in which the tables of the
 * population lie in memory: that is faster than in the order of the rows.
 */
function* foundBy({ candidates, matches, isSlow }: GeneratedSearch, size: number): Steps<(index: number) => boolean> {
  if (candidates !== undefined) return matches;
  // A bit for each party: bytes do not fit into the processor's cache, and make V8 collect garbage soon.
  const found = new Uint32Array(Math.ceil(size / 32));
  const note = (index: number): void => {
    if (matches(index)) found[index >>> 5]! |= 1 << (index & 31);
  };
  yield* forEachNumber(size, note, isSlow === true ? SLOW_STEP_SIZE : STEP_SIZE);
  return (index) => (found[index >>> 5]! & (1 << (index & 31))) !== 0;
}

/** The rows that match the filter, newest first. */
function* scan(population: Population, query: UsersQuery, time: Now): Steps<Uint32Array> {
  const { status, reqStatus, kycStatus, search: term, rules } = query;
  const search =
    term === undefined ? undefined : yield* generatedSearch(population, term, rules.searched === 'username');
  const { candidates } = search ?? {};
  const parties = yield* candidates ? population.sortedByRegistration(candidates) : population.byRegistration();
  const hasTerm = search && (yield* foundBy(search, population.size));
  // These rules find a part of what the search by substring finds, or differ between the rows of a party.
  const isExact =
    search && (rules.unapproved === 'hidden' || rules.searched === 'prefix' || rules.searched === 'whole');
  // Not an array: to let one grow to a million rows takes longer than a step.
  let found = new Uint32Array(STEP_SIZE);
  let count = 0;
  yield* forEachNumber(parties.length, (place) => {
    const index = parties[place]!;
    if (hasTerm?.(index) === false) return;
    if (status !== undefined && population.userStatus(index) !== status) return;
    const last = population.profiles.of(index).outcomes.length - 1;
    for (let nth = last; nth >= (rules.row === 'party' ? last : 0); nth--) {
      const row = rowNumber(index, nth);
      if (reqStatus !== undefined && requestStatusOfRow(population, row, time, rules) !== reqStatus) continue;
      if (kycStatus !== undefined && kycStatusOfRow(population, row, time, rules) !== kycStatus) continue;
      if (isExact && !isFound(rowOf(population, row), query)) continue;
      if (count === found.length) {
        const shorter = found;
        found = new Uint32Array(2 * count);
        found.set(shorter);
      }
      found[count++] = row;
    }
  });
  return found.subarray(0, count);
}

/** A row is a number: this times that of its party, and that of its data request. */
const ROWS_OF_PARTY = 8;

function rowNumber(index: number, nth: number): number {
  return index * ROWS_OF_PARTY + nth;
}

function partyOfRow(row: number): number {
  return Math.floor(row / ROWS_OF_PARTY);
}

function requestOfRow(row: number): number {
  return row % ROWS_OF_PARTY;
}

/** What became of the data request of a row. */
function factsOfRow(population: Population, row: number): OutcomeFacts {
  return OUTCOMES[population.profiles.of(partyOfRow(row)).outcomes[requestOfRow(row)]!];
}

/** The status of a row's data request. */
function requestStatusOfRow(population: Population, row: number, time: Now, rules: KycRules): RequestStatus {
  const { request } = factsOfRow(population, row);
  if (request !== 'PENDING' || rules.undecided === 'pending') return request;
  const madeAt = time.epoch - (population.secondsSinceRequest(partyOfRow(row)) ?? 0) * 1_000;
  return time.hasCome(madeAt + LAPSES_AFTER) ? 'EXPIRED' : request;
}

/** The KYC status of a row. */
function kycStatusOfRow(population: Population, row: number, time: Now, rules: KycRules): KycStatus {
  const index = partyOfRow(row);
  const { userStatus } = population.profiles.of(index);
  const { credential, isKyc } = factsOfRow(population, row);
  const request = requestStatusOfRow(population, row, time, rules);
  if (isKyc) return kycStatusBy(userStatus, request, 'none-needed', rules);
  if (credential !== 'active') return kycStatusBy(userStatus, request, credential, rules);
  const isExpired = time.hasCome(time.epoch + population.expiry(index, requestOfRow(row))!);
  return kycStatusBy(userStatus, request, isExpired ? 'expired' : 'valid', rules);
}

/** The rank of a row's value among all values of a field. A missing value comes before all others. */
type Rank = (row: number) => number;

/** Greater than the number of names in a table. */
const NAMES = 2 ** 12;

/**
 * The rows in the order of the query, by numeric ranks instead of texts. They are newest first before; those with equal
 * values are so afterwards.
 */
function* sortRows(population: Population, rows: Uint32Array, query: UsersQuery, time: Now): Steps<Uint32Array> {
  const { orderBy, descending, rules } = query;
  if (orderBy === 'regDate' && descending) return rows;
  let sorted = rows;
  // The rank of a missing value is the lowest.
  const isHidden = rules.unapproved === 'hidden' && (orderBy === 'fullName' || orderBy === 'email');
  for (const rank of RANKS[orderBy](population, time, rules)) {
    const shown: Rank = (row) => (factsOfRow(population, row).request === 'APPROVED' ? rank(row) : -1);
    sorted = yield* sortByRank(sorted, isHidden ? shown : rank, descending);
  }
  return sorted;
}

/** The ranks to sort by, one after another: the last one decides, and those before decide among its equals. */
const RANKS: Readonly<Record<UsersQuery['orderBy'], (population: Population, time: Now, rules: UsersRules) => Rank[]>> =
  {
    id: (population) => [(row) => population.requestId(partyOfRow(row), requestOfRow(row))],
    regDate: (population) => [(row) => -population.registrationAge(partyOfRow(row))],
    fullName: (population) => [pairRank('names', (index) => population.shownName(index))],
    email: (population) => [
      (row) => (population.hasEmail(partyOfRow(row)) ? tagRank(population.identifiers.tag(partyOfRow(row))) : 0),
      pairRank('slugs', (index) => (population.hasEmail(index) ? population.name(index) : undefined)),
    ],
    status: (population) => [(row) => USER_STATUSES.indexOf(population.userStatus(partyOfRow(row))!)],
    reqStatus: (population, time, rules) => [
      (row) => REQUEST_STATUSES.indexOf(requestStatusOfRow(population, row, time, rules)),
    ],
    kycStatus: (population, time, rules) => [
      (row) => KYC_STATUSES.indexOf(kycStatusOfRow(population, row, time, rules)),
    ],
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
