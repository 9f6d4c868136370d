/**
 * The generated rows of the users list. In order of their IDs, each row is computed on its own. A filter or another
 * order scans the population once and keeps four bytes for each row: the number of the party and of its data request.
 */

import type { Population } from '../../population/population.js';
import { forEachNumber, STEP_SIZE, type Steps } from '../../../../common/steps.js';
import type { Now } from '../../time/now.js';
import type { ComputedList } from '../patched-list.js';
import { factsOfRow, kycStatusOfRow, partyOfRow, requestOfRow, rowNumber } from './generated-row.js';
import { generatedSearch, SLOW_STEP_SIZE, type GeneratedSearch } from './generated-search.js';
import { isFound, type UserRow, type UsersQuery } from './query.js';
import { sortRows } from './sort-rows.js';

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
      if (reqStatus !== undefined && factsOfRow(population, row).request !== reqStatus) continue;
      if (kycStatus !== undefined && kycStatusOfRow(population, row, time) !== kycStatus) continue;
      if (isExact && !isFound(rowOf(population, row), query)) continue;
      if (count === found.length) found = withDoubleRoom(found);
      found[count++] = row;
    }
  });
  return found.subarray(0, count);
}

function withDoubleRoom(rows: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * rows.length);
  larger.set(rows);
  return larger;
}
