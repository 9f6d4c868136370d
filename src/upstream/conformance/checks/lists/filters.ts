/** What holds for a parameter that limits a list to some parties, whether it takes party IDs or addresses. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf, type Observation } from '../../check.js';
import { type Json, NothingToCheck } from '../../exchange.js';
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
interface Named {
  readonly party: string;
  readonly value: string;
}

/** A parameter of a list. */
export interface Filter {
  readonly operation: OperationId;
  readonly parameter: string;
  /** The value of the parameter that names the party of an item; undefined if the item does not show it. */
  readonly valueOf: (item: Json) => string | undefined;
  /** What the list shows if it shows such values of fewer than two parties. */
  readonly missing: string;
}

/** What its rows are based on. */
interface FilterBasis {
  /** Of all rows but the one about values that name no party. */
  readonly on: RowsWithBasis;
  readonly onUnknown: RowsWithBasis;
  /** A value that names no party, and how messages call it. */
  readonly unknown: { readonly value: string; readonly words: string };
}

/** The rows of one parameter of one list. */
export function filterRows(
  filter: Filter,
  { on, onUnknown, unknown }: FilterBasis,
): Readonly<Record<'only' | 'all' | 'comma' | 'unknown', CheckRow>> {
  const { operation, parameter } = filter;
  const listed = (service: Service, ...values: readonly string[]): Promise<readonly string[]> =>
    listedParties(service, operation, { [parameter]: values });
  return {
    only: on.run(`${parameter} returns only those parties`, async (service) => {
      const [first, second] = await twoParties(service, filter);
      const others = (await listed(service, first.value, second.value)).filter(
        (party) => party !== first.party && party !== second.party,
      );
      return holdsIf(others.length === 0, `${others.length} items of other parties were returned`);
    }),
    all: on.run(`${parameter} returns all of those parties`, async (service) => {
      const [first, second] = await twoParties(service, filter);
      return holdsAll(await listed(service, first.value, second.value), [first.party, second.party]);
    }),
    comma: on.run(`${parameter} may be separated by commas as well as repeated`, async (service) => {
      const [first, second] = await twoParties(service, filter);
      return sameParties(
        await listed(service, first.value, second.value),
        await listed(service, `${first.value},${second.value}`),
        'the two forms return different items',
      );
    }),
    unknown: onUnknown.run(`unknown ${parameter} are ignored`, async (service) => {
      const [{ value }] = await twoParties(service, filter);
      return sameParties(
        await listed(service, value),
        await listed(service, value, unknown.value),
        `${unknown.words} beside a known one changes the list`,
      );
    }),
  };
}

/** Two of the parties in the list, with the values that name them. @throws NothingToCheck if it does not show two */
export async function twoParties(
  service: Service,
  { operation, valueOf, missing }: Filter,
): Promise<readonly [Named, Named]> {
  const shown = new Map<string, string>();
  for (const item of await itemsOf(service, operation)) {
    const value = valueOf(item);
    if (value !== undefined) shown.set(partyOf(item), value);
  }
  const [first, second] = [...shown].map(([party, value]): Named => ({ party, value }));
  if (first === undefined || second === undefined) throw new NothingToCheck(`the list shows ${missing}`);
  return [first, second];
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

/** Holds if both lists are equal. */
export function sameParties(some: readonly string[], others: readonly string[], why: string): Observation {
  return holdsIf(JSON.stringify(some) === JSON.stringify(others), why);
}
