/** Lists limited to some parties: `partyIds`. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf } from '../../check.js';
import { NothingToCheck } from '../../exchange.js';
import { UNKNOWN } from '../examples.js';
import { itemsOf, pageOf } from '../requests.js';
import type { Service } from '../../service.js';
import { type CheckTable, type GroupTables, point, section } from '../table.js';
import {
  type Filter,
  type FilteredList,
  FILTERED_LISTS,
  filterRows,
  listedParties,
  partyOf,
  twoParties,
} from './filters.js';

export const PARTY_FILTERS: GroupTables = {
  name: 'party-filters',
  title: 'lists of some parties',
  tables: FILTERED_LISTS.map(tableOf),
};

function tableOf({ operation, title }: FilteredList): CheckTable {
  const filter: Filter = { operation, parameter: 'partyIds', valueOf: partyOf, missing: 'fewer than two parties' };
  const rows = {
    ...filterRows(filter, {
      on: section('4.2'),
      onUnknown: point('PartyIds:unknown'),
      unknown: { value: UNKNOWN.partyId, words: 'an unknown party' },
    }),
    order: point(`${operation}:order`).run(
      'partyIds returns items in the order of the request, each party once',
      async (service) => {
        const [first, second] = (await twoParties(service, filter)).map(({ party }) => party) as [string, string];
        const isRight =
          isInOrder(await listedParties(service, operation, { partyIds: [first, second, first] }), [first, second]) &&
          isInOrder(await listedParties(service, operation, { partyIds: [second, first] }), [second, first]);
        return holdsIf(isRight, 'the order is different');
      },
    ),
    whole: point('PartyIds:paging').run('partyIds without limit and offset returns the whole list', async (service) => {
      const partyIds = await manyParties(service, operation);
      const { items, total } = await pageOf(service, operation, { partyIds });
      const isWhole = items.length === total && total > PAGE;
      return holdsIf(isWhole, `${items.length} of ${total} items were returned`, isWhole ? 'whole' : 'paged');
    }),
  };
  return { of: operation, subject: `${title}:`, rows };
}

/** The service's page size (specification section 8). */
const PAGE = 10;

/** The parties of the first two pages, which together have more items than one page. */
async function manyParties(service: Service, operation: OperationId): Promise<readonly string[]> {
  const items = [
    ...(await itemsOf(service, operation)),
    ...(await itemsOf(service, operation, { offset: String(PAGE) })),
  ];
  if (items.length <= PAGE) throw new NothingToCheck(`the list shows no more than ${PAGE} items`);
  return [...new Set(items.map(partyOf))];
}

function isInOrder(parties: readonly string[], wanted: readonly string[]): boolean {
  const once = parties.filter((party, at) => party !== parties[at - 1]);
  return JSON.stringify(once) === JSON.stringify(wanted);
}
