/** Lists limited to some parties: `partyIds`. */

import type { OperationId } from '../../contract/operation.js';
import { type Check, type CheckGroup, holdsIf } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { pageIn } from '../read-response.js';
import { UNKNOWN } from './examples.js';
import type { Service } from '../service.js';
import { holdsAll, holdsOnly, listedParties, partyOf, sameParties } from './same-items.js';

const LISTS = [
  { operation: 'getHumanScores', title: 'human scores' },
  { operation: 'getCredentials', title: 'credentials' },
] as const;

/** The group. */
export const PARTY_FILTERS: CheckGroup = {
  name: 'party-filters',
  title: 'lists of some parties',
  checks: LISTS.flatMap(({ operation, title }) => checksOf(operation, title)),
};

function checksOf(operation: 'getHumanScores' | 'getCredentials', title: string): Check[] {
  const id = (name: string): string => `party-filters.${operation}.${name}`;
  return [
    {
      id: id('only'),
      title: `${title}: partyIds returns only those parties`,
      section: '4.2',
      run: async (service) => {
        const wanted = await twoParties(service, operation);
        return holdsOnly(await partiesOf(service, operation, wanted), wanted);
      },
    },
    {
      id: id('all'),
      title: `${title}: partyIds returns all of those parties`,
      section: '4.2',
      run: async (service) => {
        const wanted = await twoParties(service, operation);
        return holdsAll(await partiesOf(service, operation, wanted), wanted);
      },
    },
    {
      id: id('comma'),
      title: `${title}: partyIds may be separated by commas as well as repeated`,
      section: '4.2',
      run: async (service) => {
        const wanted = await twoParties(service, operation);
        return sameParties(
          await partiesOf(service, operation, wanted),
          await partiesOf(service, operation, [wanted.join(',')]),
          'the two forms return different items',
        );
      },
    },
    {
      id: id('unknown'),
      title: `${title}: unknown partyIds are ignored`,
      point: 'PartyIds:unknown',
      run: async (service) => {
        const [party] = await twoParties(service, operation);
        return sameParties(
          await partiesOf(service, operation, [party]),
          await partiesOf(service, operation, [party, UNKNOWN.partyId]),
          'an unknown party beside a known one changes the list',
        );
      },
    },
    {
      id: id('order'),
      title: `${title}: partyIds returns items in the order of the request, each party once`,
      point: `${operation}:order`,
      run: async (service) => {
        const wanted = await twoParties(service, operation);
        const backwards = [...wanted].reverse();
        const isRight =
          isInOrder(await partiesOf(service, operation, [...wanted, wanted[0]]), wanted) &&
          isInOrder(await partiesOf(service, operation, backwards), backwards);
        return holdsIf(isRight, 'the order is different');
      },
    },
    {
      id: id('whole'),
      title: `${title}: partyIds without limit and offset returns the whole list`,
      point: 'PartyIds:paging',
      run: async (service) => {
        const partyIds = await manyParties(service, operation);
        const { items, total } = pageIn(await service.request(operation, { query: { partyIds } }));
        const isWhole = items.length === total && total > PAGE;
        return holdsIf(isWhole, `${items.length} of ${total} items were returned`, isWhole ? 'whole' : 'paged');
      },
    },
  ];
}

/** The service's page size (specification section 8). */
const PAGE = 10;

/** The parties of the first two pages, which together have more items than one page. */
async function manyParties(service: Service, operation: OperationId): Promise<readonly string[]> {
  const pages = [
    pageIn(await service.request(operation)),
    pageIn(await service.request(operation, { query: { offset: String(PAGE) } })),
  ];
  const items = pages.flatMap((page) => page.items);
  if (items.length <= PAGE) throw new NothingToCheck(`the list shows no more than ${PAGE} items`);
  return [...new Set(items.map(partyOf))];
}

/** Two of the parties in the list. */
async function twoParties(service: Service, operation: OperationId): Promise<readonly [string, string]> {
  const parties = [...new Set(pageIn(await service.request(operation)).items.map(partyOf))];
  const [first, second] = parties;
  if (first === undefined || second === undefined) throw new NothingToCheck('the list shows fewer than two parties');
  return [first, second];
}

async function partiesOf(
  service: Service,
  operation: OperationId,
  partyIds: readonly string[],
): Promise<readonly string[]> {
  return await listedParties(service, operation, { partyIds });
}

function isInOrder(parties: readonly string[], wanted: readonly string[]): boolean {
  const once = parties.filter((party, at) => party !== parties[at - 1]);
  return JSON.stringify(once) === JSON.stringify(wanted);
}
