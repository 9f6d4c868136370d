/**
 * The generated rows of the users list. In order of their IDs, each row is computed on its own. For a filter or another
 * order all parties are generated once, and the numbers of the rows that were found are kept.
 */

import type { Population } from '../../population/population.js';
import type { Now } from '../../time/now.js';
import type { ComputedList } from '../patched-list.js';
import { keyOf, keyOrder, matches, type RowKey, rowsOf, type UserRow, type UsersQuery } from './query.js';

/** The rows of the generated parties that match the query, in its order. */
export function generatedRows(population: Population, query: UsersQuery, time: Now): ComputedList<UserRow> {
  const { orderBy, rules, status, reqStatus, kycStatus, search } = query;
  const isFiltered = [status, reqStatus, kycStatus, search].some((wanted) => wanted !== undefined);
  if (!isFiltered && rules.row === 'request' && orderBy === 'id') return rowsById(population, query.descending);
  const sorted = Uint32Array.from(foundRows(population, query, time).sort(keyOrder(query)), ({ row }) => row);
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

interface FoundRow extends RowKey {
  readonly row: number;
}

function foundRows(population: Population, query: UsersQuery, time: Now): FoundRow[] {
  const found: FoundRow[] = [];
  for (let index = 0; index < population.size; index++) {
    const party = population.party(index);
    for (const request of rowsOf(party, query.rules)) {
      const row = { party, request };
      if (!matches(row, query, time)) continue;
      found.push({ ...keyOf(row, query, time), row: rowNumber(index, party.requests.indexOf(request)) });
    }
  }
  return found;
}

/** A row is a number: this times that of its party, and that of its data request. */
const ROWS_OF_PARTY = 8;

function rowNumber(index: number, nth: number): number {
  return index * ROWS_OF_PARTY + nth;
}

function rowOf(population: Population, row: number): UserRow {
  const party = population.party(Math.floor(row / ROWS_OF_PARTY));
  return { party, request: party.requests[row % ROWS_OF_PARTY]! };
}
