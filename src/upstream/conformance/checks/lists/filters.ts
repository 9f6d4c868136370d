/** What checks observe of a parameter that limits a list to some parties, by their IDs or their addresses. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf, type Observation } from '../../check.js';
import { type Json, NothingToCheckError } from '../../exchange.js';
import type { Service } from '../../service.js';
import { credentialsOfParty, partyId, scoredPartyId, UNKNOWN } from '../examples.js';
import type { CheckFunctions, ServiceCheck } from '../functions.js';
import { foundBy, requestItems, requestPage, type Query, scoreOf } from '../requests.js';

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

/** The service's page size (specification section 8). */
const PAGE = 10;

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
    keepsOrder: async (service, filter: Filter) => {
      const [{ party: first }, { party: second }] = await twoParties(service, filter);
      const isRight =
        isInOrder(await listed(service, filter, first, second, first), [first, second]) &&
        isInOrder(await listed(service, filter, second, first), [second, first]);
      return holdsIf(isRight, 'the order is different');
    },
    returnsWholeList: async (service, { operation }: Filter) => {
      const partyIds = await manyParties(service, operation);
      const { items, total } = await requestPage(service, operation, { partyIds });
      const isWhole = items.length === total && total > PAGE;
      return holdsIf(isWhole, `${items.length} of ${total} items were returned`, isWhole ? 'whole' : 'paged');
    },
    showsAddress: async (service, place: keyof typeof ADDRESS_LISTS) => {
      const items = await ADDRESS_LISTS[place](service);
      if (items.length === 0) throw new NothingToCheckError('the list is empty');
      const without = items.filter((item) => emailOf(item) === undefined).length;
      return holdsIf(
        without === 0,
        `${without} of ${items.length} items do not have it`,
        without === 0 ? 'shown' : without === items.length ? 'not shown' : 'shown by some',
      );
    },
    showsOneAddress: async (service) => {
      const looked = await foundBy(service, { partyId: await partyId(service) });
      const addresses = new Set(
        [...looked, ...(await credentialsOfParty(service))].flatMap((credential) => emailOf(credential) ?? []),
      );
      if (addresses.size === 0) throw new NothingToCheckError('neither the look-up nor the list has an address');
      return holdsIf(addresses.size === 1, `one party has ${addresses.size} addresses`);
    },
    returnsUnion: async (service, filter: Filter) => {
      const [first, second] = await twoParties(service, filter);
      const query = { emails: first.value, partyIds: second.party };
      return holdsAll(await listedBy(service, filter.operation, query), [first.party, second.party]);
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

/** The parties of the first two pages, which together have more items than one page. */
async function manyParties(service: Service, operation: OperationId): Promise<readonly string[]> {
  const items = [
    ...(await requestItems(service, operation)),
    ...(await requestItems(service, operation, { offset: String(PAGE) })),
  ];
  if (items.length <= PAGE) throw new NothingToCheckError(`the list shows no more than ${PAGE} items`);
  return [...new Set(items.map(partyOf))];
}

function isInOrder(parties: readonly string[], wanted: readonly string[]): boolean {
  const once = parties.filter((party, at) => party !== parties[at - 1]);
  return JSON.stringify(once) === JSON.stringify(wanted);
}

/** Where items may show the registered e-mail. */
const ADDRESS_LISTS = {
  listedCredentials: (service) => requestItems(service, 'getCredentials'),
  credentialsOfParty,
  listedScores: (service) => requestItems(service, 'getHumanScores'),
  scoreOfParty: async (service) => [await scoreOf(service, await scoredPartyId(service))],
} satisfies Record<string, (service: Service) => Promise<readonly Json[]>>;

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
  return typeof email === 'string' && email !== '' ? email : undefined;
}

/** Holds if every wanted party is in the list. */
function holdsAll(parties: readonly string[], wanted: readonly string[]): Observation {
  const missing = wanted.filter((party) => !parties.includes(party));
  return holdsIf(missing.length === 0, `${missing.length} of ${wanted.length} parties are missing`);
}
