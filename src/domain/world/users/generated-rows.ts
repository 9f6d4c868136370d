/**
 * The generated population's rows of the users list. In the order of registration they are computed one by one;
 * any filter or other order scans the population once and keeps the party numbers, four bytes each.
 */

import type { Population } from '../../population/population.js';
import { generatedKycStatus } from '../../population/profiles.js';
import type { ComputedList } from '../patched-list.js';
import type { UserRow, UsersFilter, UsersQuery } from './query.js';
import { sortParties } from './sort-keys.js';

/** Rows, and how long they are right. */
export interface GeneratedRows {
  readonly rows: ComputedList<UserRow>;
  /** When, in milliseconds after the start of the clock, a row changes by itself; the answer holds until then. */
  readonly changesAt: number;
}

/** The rows of the generated parties that the query asks for, in its order. */
export function generatedRows(population: Population, query: UsersQuery, sinceStart: number): GeneratedRows {
  const { by, descending } = query.order;
  const filtered = Object.values(query.filter).some((value) => value !== undefined);
  if (!filtered && (by === 'regDate' || by === 'id')) {
    return { rows: rowsByRegistration(population, query), changesAt: Number.POSITIVE_INFINITY };
  }
  const { parties, changesAt } = scan(population, query.filter, sinceStart);
  const ordered = sortParties(population, parties, query.order, sinceStart);
  return { rows: rowsOf(population, ordered, by === 'id' && !descending), changesAt };
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

/** The numbers of the parties that meet the filter, in the order of registration, newest first. */
function scan(
  population: Population,
  filter: UsersFilter,
  sinceStart: number,
): { readonly parties: Uint32Array; readonly changesAt: number } {
  const found = new Uint32Array(population.size);
  const meetsSearch = filter.search === undefined ? undefined : generatedSearch(population, filter.search);
  let count = 0;
  let changesAt = Number.POSITIVE_INFINITY;
  for (let index = 0; index < population.size; index++) {
    const situation = population.statusOf(index);
    const { profile: card, expiresSinceStart } = situation;
    if (expiresSinceStart > sinceStart && expiresSinceStart < changesAt) changesAt = expiresSinceStart;
    if (filter.status !== undefined && card.userStatus !== filter.status) continue;
    if (filter.reqStatus !== undefined && card.requestStatus !== filter.reqStatus) continue;
    if (filter.kycStatus !== undefined && generatedKycStatus(situation, sinceStart) !== filter.kycStatus) continue;
    if (meetsSearch !== undefined && !meetsSearch(index)) continue;
    found[count++] = index;
  }
  return { parties: found.slice(0, count), changesAt };
}

/** The rows of the parties in the given order; each party's own newest first, or oldest first. */
function rowsOf(population: Population, parties: Uint32Array, oldestFirst: boolean): ComputedList<UserRow> {
  const starts = new Uint32Array(parties.length + 1);
  for (let place = 0; place < parties.length; place++) {
    starts[place + 1] = starts[place]! + population.statusOf(parties[place]!).profile.providers;
  }
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
 * Whether a party's full name, e-mail or party ID contains the term (in lower case). A field whose alphabet does not
 * hold the term's characters is not even made.
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
