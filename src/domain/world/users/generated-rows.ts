/**
 * The generated rows of the users list. In order of their IDs, each row is computed on its own. A filter or another order
 * scans the population once and keeps four bytes for each row: the number of the party and of its data request.
 */

import type { Population } from '../../population/population.js';
import { OUTCOMES } from '../../population/profiles.js';
import { forEachNumber, type Steps } from '../../steps.js';
import type { ComputedList } from '../patched-list.js';
import { generatedKycStatus, partyOfRow, requestOfRow, rowNumber } from './generated-row.js';
import { generatedSearch } from './generated-search.js';
import { dependsOnTime, type UserRow, type UsersQuery } from './query.js';
import { sortRows } from './sort-rows.js';

/** Rows, and how long they are valid. */
export interface GeneratedRows {
  readonly rows: ComputedList<UserRow>;
  /** When time alone changes a row: milliseconds after the start of the clock. The rows are valid until then. */
  readonly changesAt: number;
}

/** Whether the rows of the query are found by a scan of the whole population. */
export function needsScan({ filter, order: { by } }: UsersQuery): boolean {
  return by !== 'id' || Object.values(filter).some((value) => value !== undefined);
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

/** The rows that match the filter, newest first. */
function* scan(
  population: Population,
  query: UsersQuery,
  sinceStart: number,
): Steps<{ readonly found: Uint32Array; readonly changesAt: number }> {
  const { status, reqStatus, kycStatus, search } = query.filter;
  const searched = search === undefined ? undefined : yield* generatedSearch(population, search);
  const parties =
    searched?.candidates === undefined
      ? yield* population.byRegistration()
      : population.sortedByRegistration(searched.candidates);
  const ages = dependsOnTime(query);
  const found = new Uint32Array(parties.length < population.size ? 8 * parties.length : population.total('requests'));
  let count = 0;
  let changesAt = Number.POSITIVE_INFINITY;
  yield* forEachNumber(parties.length, (place) => {
    const index = parties[place]!;
    if (searched !== undefined && !searched.matches(index)) return;
    if (status !== undefined && population.userStatus(index) !== status) return;
    const { outcomes } = population.profile(index);
    for (let nth = outcomes.length - 1; nth >= 0; nth--) {
      if (reqStatus !== undefined && OUTCOMES[outcomes[nth]!].request !== reqStatus) continue;
      if (ages) {
        const expiry = population.expiry(index, nth) ?? Number.NEGATIVE_INFINITY;
        if (expiry > sinceStart && expiry < changesAt) changesAt = expiry;
        if (kycStatus !== undefined && generatedKycStatus(population, index, nth, sinceStart) !== kycStatus) continue;
      }
      found[count++] = rowNumber(index, nth);
    }
  });
  return { found: found.slice(0, count), changesAt };
}
