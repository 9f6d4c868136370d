/** What holds for a parameter that limits a list to some parties, whether it takes party IDs or addresses. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf, type Observation } from '../../check.js';
import type { Json } from '../../read-response.js';
import { itemsOf, type Query } from '../requests.js';
import type { Service } from '../../service.js';
import type { CheckRow, RowsWithBasis } from '../table.js';

/** A list that can be limited to some parties, and how titles name it. */
export interface FilteredList {
  readonly operation: Extract<OperationId, 'getHumanScores' | 'getCredentials'>;
  readonly title: string;
}

export const FILTERED_LISTS: readonly FilteredList[] = [
  { operation: 'getHumanScores', title: 'human scores' },
  { operation: 'getCredentials', title: 'credentials' },
];

/** A party, and the value that names it in the parameter. */
export interface Named {
  readonly party: string;
  readonly value: string;
}

interface Filter {
  readonly operation: OperationId;
  readonly parameter: string;
  /** The basis of its rows, but for the one about values that name no party. */
  readonly on: RowsWithBasis;
  readonly onUnknown: RowsWithBasis;
  /** A value that names no party, and how messages call it. */
  readonly unknown: { readonly value: string; readonly words: string };
  /** Two parties of the list. @throws NothingToCheck if it does not name two */
  readonly named: (service: Service) => Promise<readonly [Named, Named]>;
}

/** The rows of one parameter of one list. */
export function filterRows(filter: Filter): Readonly<Record<'only' | 'all' | 'comma' | 'unknown', CheckRow>> {
  const { operation, parameter, on, onUnknown, unknown, named } = filter;
  const parties = (service: Service, values: readonly string[]): Promise<readonly string[]> =>
    listedParties(service, operation, { [parameter]: values });
  const listedAndWanted = async (service: Service): Promise<[listed: readonly string[], wanted: readonly string[]]> => {
    const wanted = await named(service);
    const values = wanted.map(({ value }) => value);
    return [await parties(service, values), wanted.map(({ party }) => party)];
  };
  return {
    only: on.run(`${parameter} returns only those parties`, async (service) =>
      holdsOnly(...(await listedAndWanted(service))),
    ),
    all: on.run(`${parameter} returns all of those parties`, async (service) =>
      holdsAll(...(await listedAndWanted(service))),
    ),
    comma: on.run(`${parameter} may be separated by commas as well as repeated`, async (service) => {
      const values = (await named(service)).map(({ value }) => value);
      return sameParties(
        await parties(service, values),
        await parties(service, [values.join(',')]),
        'the two forms return different items',
      );
    }),
    unknown: onUnknown.run(`unknown ${parameter} are ignored`, async (service) => {
      const [{ value }] = await named(service);
      return sameParties(
        await parties(service, [value]),
        await parties(service, [value, unknown.value]),
        `${unknown.words} beside a known one changes the list`,
      );
    }),
  };
}

/** The party of each item of the first page, in its order. */
export async function listedParties(
  service: Service,
  operation: OperationId,
  query: Query,
): Promise<readonly string[]> {
  return (await itemsOf(service, operation, query)).map(partyOf);
}

/** The party of an item. */
export function partyOf({ partyId }: Json): string {
  return String(partyId);
}

/** Holds if every wanted party is in the list. */
export function holdsAll(parties: readonly string[], wanted: readonly string[]): Observation {
  const missing = wanted.filter((party) => !parties.includes(party));
  return holdsIf(missing.length === 0, `${missing.length} of ${wanted.length} parties are missing`);
}

/** Holds if the list has only the wanted parties. */
function holdsOnly(parties: readonly string[], wanted: readonly string[]): Observation {
  const others = parties.filter((party) => !wanted.includes(party));
  return holdsIf(others.length === 0, `${others.length} items of other parties were returned`);
}

/** Holds if both lists are equal. */
export function sameParties(some: readonly string[], others: readonly string[], why: string): Observation {
  return holdsIf(JSON.stringify(some) === JSON.stringify(others), why);
}
