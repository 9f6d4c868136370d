/** What checks observe of parameters that limit a list to some parties, or to rows with some value. */

import type { OperationId } from '../../../contract/operation.js';
import { holdsIf, holdsUnless, type Observation } from '../check.js';
import { type Json, NothingToCheckError } from '../exchange.js';
import type { Service } from '../service.js';
import { UNKNOWN } from './examples.js';
import type { CheckFunctions, ServiceCheck } from './functions.js';
import { requestItems, type Query } from './requests.js';

/** A parameter of a list. */
interface Filter {
  readonly operation: OperationId;
  readonly parameter: keyof typeof PARAMETERS;
}

/** A party, and the value that names it in the parameter. */
interface Named {
  readonly party: string;
  readonly value: string;
}

/**
 * By parameter: the value that names the party of an item, undefined if the item does not show it; what the list shows
 * if it shows such values of fewer than two parties; and a value that names no party.
 */
const PARAMETERS = {
  partyIds: { valueOf: partyOf, missing: 'fewer than two parties', unknown: UNKNOWN.partyId },
  emails: {
    valueOf: emailOf,
    missing: 'the registered e-mail of fewer than two parties',
    unknown: UNKNOWN.email,
  },
};

export const FILTERS: CheckFunctions = {
  runs: {
    returnsOnlyThose: async (service, filter: Filter) => {
      const [first, second] = await twoParties(service, filter);
      const parties = await listed(service, filter, first.value, second.value);
      const others = parties.filter((party) => party !== first.party && party !== second.party);
      return holdsIf(others.length === 0, `${others.length} items of other parties were returned`);
    },
    returnsAllOfThose: async (service, filter: Filter) => {
      const [first, second] = await twoParties(service, filter);
      return holdsAll(await listed(service, filter, first.value, second.value), [first.party, second.party]);
    },
    separatesByCommas: alike(
      (one, other) => [[one, other], [`${one},${other}`]],
      'the two forms return different items',
    ),
    ignoresUnknown: alike(
      (one, _, unknown) => [[one], [one, unknown]],
      'an unknown value beside a known one changes the list',
    ),
    ignoresCase: alike((one) => [[one], [one.toUpperCase()]], 'the same address in capitals finds other items'),
    returnsUnion: async (service, filter: Filter) => {
      const [first, second] = await twoParties(service, filter);
      const query = { emails: first.value, partyIds: second.party };
      return holdsAll(await listedBy(service, filter.operation, query), [first.party, second.party]);
    },
    /** Whether the users list returns only rows with a value that some row shows. */
    filters: async (service, member: string) => {
      const value = (await requestItems(service, 'getUsers')).map((row) => row[member]).find(isText);
      if (value === undefined) throw new NothingToCheckError(`no row of the first page has ${member}`);
      const rows = await requestItems(service, 'getUsers', { [member]: value });
      const others = rows.filter((row) => row[member] !== value).length;
      return holdsUnless([
        ...(rows.length === 0 ? ['no row was returned, although there is one'] : []),
        ...(others === 0 ? [] : [`${others} of ${rows.length} rows have another ${member}`]),
      ]);
    },
  },
};

/** Whether the list is the same with two forms of the values, made of two that name parties and one that names none. */
function alike(
  formsOf: (one: string, other: string, unknown: string) => readonly [readonly string[], readonly string[]],
  why: string,
): ServiceCheck {
  return async (service, filter: Filter) => {
    const [first, second] = await twoParties(service, filter);
    const [one, other] = formsOf(first.value, second.value, PARAMETERS[filter.parameter].unknown);
    const parties = JSON.stringify(await listed(service, filter, ...one));
    return holdsIf(parties === JSON.stringify(await listed(service, filter, ...other)), why);
  };
}

/** Two parties of the list, with the values that name them. @throws NothingToCheckError if it does not show two */
async function twoParties(service: Service, { operation, parameter }: Filter): Promise<readonly [Named, Named]> {
  const { valueOf, missing } = PARAMETERS[parameter];
  const shown = new Map<string, string>();
  for (const item of await requestItems(service, operation)) {
    const value = valueOf(item);
    if (value !== undefined) shown.set(partyOf(item), value);
  }
  const [first, second] = [...shown].map(([party, value]): Named => ({ party, value }));
  if (first === undefined || second === undefined) throw new NothingToCheckError(`the list shows ${missing}`);
  return [first, second];
}

function listed(service: Service, filter: Filter, ...values: readonly string[]): Promise<readonly string[]> {
  return listedBy(service, filter.operation, { [filter.parameter]: values });
}

/** The party of each item of the first page, in its order. */
async function listedBy(service: Service, operation: OperationId, query: Query): Promise<readonly string[]> {
  return (await requestItems(service, operation, query)).map(partyOf);
}

function partyOf({ partyId: party }: Json): string {
  return String(party);
}

function emailOf({ email }: Json): string | undefined {
  return isText(email) ? email : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Holds if every wanted party is in the list. */
function holdsAll(parties: readonly string[], wanted: readonly string[]): Observation {
  const missing = wanted.filter((party) => !parties.includes(party));
  return holdsIf(missing.length === 0, `${missing.length} of ${wanted.length} parties are missing`);
}
