/**
 * The generated rows of the users list. In order of registration, each row is computed on its own. A filter or another
 * order scans the population once and keeps the party numbers, four bytes each.
 */

import type { Population } from '../../population/population.js';
import { generatedKycStatus } from '../../population/profiles.js';
import { forEachNumber, type Steps } from '../../steps.js';
import type { ComputedList } from '../patched-list.js';
import type { UserRow, UsersFilter, UsersQuery } from './query.js';
import { sortParties } from './sort-keys.js';

/** Rows, and how long they are valid. */
export interface GeneratedRows {
  readonly rows: ComputedList<UserRow>;
  /** When time alone changes a row: milliseconds after the start of the clock. The rows are valid until then. */
  readonly changesAt: number;
}

/** Whether the rows of the query are found by a scan of the whole population. */
export function needsScan({ filter, order: { by } }: UsersQuery): boolean {
  return (by !== 'regDate' && by !== 'id') || Object.values(filter).some((value) => value !== undefined);
}

/** The rows of the generated parties that match the query, in its order. */
export function* generatedRows(population: Population, query: UsersQuery, sinceStart: number): Steps<GeneratedRows> {
  if (!needsScan(query)) return { rows: rowsByRegistration(population, query), changesAt: Number.POSITIVE_INFINITY };
  const { by, descending } = query.order;
  const { parties, changesAt } = yield* scan(population, query.filter, sinceStart);
  const ordered = yield* sortParties(population, parties, query.order, sinceStart);
  return { rows: yield* rowsOf(population, ordered, by === 'id' && !descending), changesAt };
}

function rowsByRegistration(population: Population, { order }: UsersQuery): ComputedList<UserRow> {
  const length = population.total('requests');
  return {
    length,
    at(position) {
      const { index, nth } = population.locate(order.descending ? position : length - 1 - position, 'requests');
      const party = population.party(index);
      const asLocated = order.by === 'id' || order.descending;
      return { party, request: party.requests[asLocated ? nth : party.requests.length - 1 - nth]! };
    },
  };
}

/** The numbers of the parties that match the filter, in order of registration, newest first. */
function* scan(
  population: Population,
  filter: UsersFilter,
  sinceStart: number,
): Steps<{ readonly parties: Uint32Array; readonly changesAt: number }> {
  const found = new Uint32Array(population.size);
  const matchesSearch = filter.search === undefined ? undefined : generatedSearch(population, filter.search);
  let count = 0;
  let changesAt = Number.POSITIVE_INFINITY;
  yield* forEachNumber(population.size, (index) => {
    const status = population.statusOf(index);
    const { profile, expiresSinceStart } = status;
    if (expiresSinceStart > sinceStart && expiresSinceStart < changesAt) changesAt = expiresSinceStart;
    if (filter.status !== undefined && profile.userStatus !== filter.status) return;
    if (filter.reqStatus !== undefined && profile.requestStatus !== filter.reqStatus) return;
    if (filter.kycStatus !== undefined && generatedKycStatus(status, sinceStart) !== filter.kycStatus) return;
    if (matchesSearch !== undefined && !matchesSearch(index)) return;
    found[count++] = index;
  });
  return { parties: found.slice(0, count), changesAt };
}

/** The rows of the parties in the given order. Rows of the same party are newest first unless `oldestFirst`. */
function* rowsOf(population: Population, parties: Uint32Array, oldestFirst: boolean): Steps<ComputedList<UserRow>> {
  const starts = new Uint32Array(parties.length + 1);
  yield* forEachNumber(parties.length, (place) => {
    starts[place + 1] = starts[place]! + population.statusOf(parties[place]!).profile.providers;
  });
  return {
    length: starts[parties.length]!,
    at(position) {
      const place = lastAtMost(starts, position);
      const party = population.party(parties[place]!);
      const nth = position - starts[place]!;
      return { party, request: party.requests[oldestFirst ? party.requests.length - 1 - nth : nth]! };
    },
  };
}

/** The last place whose start is at most `position`. */
function lastAtMost(starts: Uint32Array, position: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A predicate by party number: whether the full name, e-mail or party ID contains the term, which is in lower case. It
 * generates only the fields whose alphabet includes the characters of the term.
 */
export function generatedSearch(population: Population, term: string): (index: number) => boolean {
  const { people } = population;
  const firstNames = people.firstNames.map((name) => name.toLowerCase());
  const lastNames = people.lastNames.map((name) => name.toLowerCase());
  const mayBeEmail = /^[a-z0-9.@]*$/.test(term);
  const mayBePartyId = /^[0-9a-fprty:]*$/.test(term);
  return (index) => {
    const { first, last } = population.name(index);
    return (
      `${firstNames[first]!} ${lastNames[last]!}`.includes(term) ||
      (mayBeEmail && population.email(index).includes(term)) ||
      (mayBePartyId && population.partyId(index).includes(term))
    );
  };
}
