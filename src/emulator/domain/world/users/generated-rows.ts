/**
 * The generated rows of the users list. In order of their IDs, each row is computed on its own. A filter or another order
 * scans the population once and keeps four bytes for each row: the number of the party and of its data request.
 */

import type { Population } from '../../population/population.js';
import { OUTCOMES } from '../../population/profiles.js';
import { forEachNumber, type Steps } from '../../../../common/steps.js';
import type { ComputedList } from '../patched-list.js';
import { generatedKycStatus, partyOfRow, requestOfRow, rowNumber } from './generated-row.js';
import { generatedSearch, type GeneratedSearch } from './generated-search.js';
import { dependsOnTime, isFound, type UserRow, type UsersFilter, type UsersQuery } from './query.js';
import { sortRows } from './sort-rows.js';

/** Rows, and how long they are valid. */
export interface GeneratedRows {
  readonly rows: ComputedList<UserRow>;
  /** When time alone changes a row: milliseconds after the start of the clock. The rows are valid until then. */
  readonly changesAt: number;
}

/** Whether the rows of the query are found by a scan of the whole population. */
export function needsScan({ filter, order: { by }, byParty }: UsersQuery): boolean {
  return byParty === true || by !== 'id' || Object.values(filter).some((value) => value !== undefined);
}

/** The rows of the generated parties that match the query, in its order. */
export function* generatedRows(population: Population, query: UsersQuery, sinceStart: number): Steps<GeneratedRows> {
  if (!needsScan(query))
    return { rows: rowsById(population, query.order.descending), changesAt: Number.POSITIVE_INFINITY };
  const { found, changesAt } = yield* scan(population, query, sinceStart);
  const sorted = yield* sortRows(population, found, query.order, sinceStart);
  return { rows: { length: sorted.length, at: (position) => rowOf(population, sorted[position]!) }, changesAt };
}

function rowsById(population: Population, descending: boolean): ComputedList<UserRow> {
  const length = population.total('requests');
  return {
    length,
    at(position) {
      const { index, nth } = population.locate(descending ? length - 1 - position : position, 'requests');
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
function* foundBy({ candidates, matches }: GeneratedSearch, size: number): Steps<(index: number) => boolean> {
  if (candidates !== undefined) return matches;
  // A bit for each party: bytes would not fit into the processor's cache, and make V8 look for dead objects after few searches.
  const found = new Uint32Array(Math.ceil(size / 32));
  yield* forEachNumber(size, (index) => {
    if (matches(index)) found[index >>> 5]! |= 1 << (index & 31);
  });
  return (index) => (found[index >>> 5]! & (1 << (index & 31))) !== 0;
}

/** The search by username finds more than that by substring. */
function byRule(
  population: Population,
  { searched, search = '' }: UsersFilter,
  parts: GeneratedSearch,
): GeneratedSearch {
  if (searched !== 'username') return parts;
  const matches = (index: number): boolean => parts.matches(index) || population.username(index).includes(search);
  return { candidates: undefined, matches };
}

/** So many rows have room at first. */
const FIRST_ROOM = 1_024;

function withDoubleRoom(rows: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * rows.length);
  larger.set(rows);
  return larger;
}

/** The rows that match the filter, newest first. */
function* scan(
  population: Population,
  query: UsersQuery,
  sinceStart: number,
): Steps<{ readonly found: Uint32Array; readonly changesAt: number }> {
  const { status, reqStatus, kycStatus, search, searched: searchRule, hidden } = query.filter;
  const searched =
    search === undefined ? undefined : byRule(population, query.filter, yield* generatedSearch(population, search));
  const parties =
    searched?.candidates === undefined
      ? yield* population.byRegistration()
      : population.sortedByRegistration(searched.candidates);
  const hasTerm = searched && (yield* foundBy(searched, population.size));
  const ages = dependsOnTime(query);
  // These rules find a part of what the search by substring finds, or differ between the rows of a party.
  const isExact = search !== undefined && (hidden === true || searchRule === 'prefix' || searchRule === 'whole');
  // Most searches find few of them, so that room for all would take longer to make than the search.
  let found = new Uint32Array(FIRST_ROOM);
  let count = 0;
  let changesAt = Number.POSITIVE_INFINITY;
  yield* forEachNumber(parties.length, (place) => {
    const index = parties[place]!;
    if (hasTerm?.(index) === false) return;
    if (status !== undefined && population.userStatus(index) !== status) return;
    const { outcomes } = population.profile(index);
    for (let nth = outcomes.length - 1; nth >= (query.byParty === true ? outcomes.length - 1 : 0); nth--) {
      if (reqStatus !== undefined && OUTCOMES[outcomes[nth]!].request !== reqStatus) continue;
      if (ages) {
        const expiry = population.expiry(index, nth) ?? Number.NEGATIVE_INFINITY;
        if (expiry > sinceStart && expiry < changesAt) changesAt = expiry;
        if (kycStatus !== undefined && generatedKycStatus(population, index, nth, sinceStart) !== kycStatus) continue;
      }
      if (isExact && !isFound(rowOf(population, rowNumber(index, nth)), query.filter)) continue;
      if (count === found.length) found = withDoubleRoom(found);
      found[count++] = rowNumber(index, nth);
    }
  });
  return { found: found.slice(0, count), changesAt };
}
