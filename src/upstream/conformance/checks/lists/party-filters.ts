/** Lists limited to some parties: `partyIds`. */

import type { OperationId } from '../../../../contract/operation.js';
import { type Check, type CheckGroup, holdsIf } from '../../check.js';
import { NothingToCheck } from '../../errors.js';
import { UNKNOWN } from '../examples.js';
import { itemsOf, pageOf } from '../requests.js';
import type { Service } from '../../service.js';
import { type CheckRows, checksOf, point, section } from '../table.js';
import { type FilteredList, FILTERED_LISTS, filterRows, listedParties, type Named, partyOf } from './filters.js';

export const PARTY_FILTERS: CheckGroup = {
  name: 'party-filters',
  title: 'lists of some parties',
  checks: FILTERED_LISTS.flatMap(checksOfList),
};

function checksOfList({ operation, title }: FilteredList): Check[] {
  const rows: CheckRows = {
    ...filterRows({
      operation,
      parameter: 'partyIds',
      on: section('4.2'),
      onUnknown: point('PartyIds:unknown'),
      unknown: { value: UNKNOWN.partyId, words: 'an unknown party' },
      named: (service) => twoParties(service, operation),
    }),
    order: point(`${operation}:order`).run(
      'partyIds returns items in the order of the request, each party once',
      async (service) => {
        const wanted = (await twoParties(service, operation)).map(({ party }) => party);
        const backwards = wanted.toReversed();
        const isRight =
          isInOrder(await listedParties(service, operation, { partyIds: [...wanted, wanted[0]!] }), wanted) &&
          isInOrder(await listedParties(service, operation, { partyIds: backwards }), backwards);
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
  return checksOf(`party-filters.${operation}`, rows, { subject: `${title}:` });
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

/** Two of the parties in the list. */
async function twoParties(service: Service, operation: OperationId): Promise<readonly [Named, Named]> {
  const parties = new Set((await itemsOf(service, operation)).map(partyOf));
  const [first, second] = [...parties].map((party): Named => ({ party, value: party }));
  if (first === undefined || second === undefined) throw new NothingToCheck('the list shows fewer than two parties');
  return [first, second];
}

function isInOrder(parties: readonly string[], wanted: readonly string[]): boolean {
  const once = parties.filter((party, at) => party !== parties[at - 1]);
  return JSON.stringify(once) === JSON.stringify(wanted);
}
