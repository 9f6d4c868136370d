/** What holds for the pages of any list, whatever its content. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf, holdsUnless, type Observation } from '../../check.js';
import { type Json, NothingToCheck, type Page, pageIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import { numberOrKind } from '../../describe-value.js';
import { type CheckRows, point, section } from '../table.js';

/** A paged list; `key` is the member that identifies an item. */
export interface PagedList {
  readonly operation: OperationId;
  readonly title: string;
  readonly key: string;
}

const SMALL = 3;
const WALKED_LIMIT = 10;
const MOST_WALKED = 5;

/** The rows of one list. */
export function pagingInvariants({ operation, key }: PagedList): CheckRows {
  const read = async (service: Service, query: Record<string, number>, isShared = true): Promise<Page> => {
    const values = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return pageIn(await service.request(operation, { query: values, isShared }));
  };
  const first = (service: Service): Promise<Page> => read(service, { offset: 0, limit: SMALL });
  const isSame = (one: readonly Json[], other: readonly Json[]): boolean =>
    JSON.stringify(one.map((item) => item[key])) === JSON.stringify(other.map((item) => item[key]));
  const walk = async (service: Service): Promise<readonly Page[]> => {
    const pages: Page[] = [];
    while (pages.length < MOST_WALKED && (pages.length === 0 || pages.length * WALKED_LIMIT < pages[0]!.total))
      pages.push(await read(service, { offset: pages.length * WALKED_LIMIT, limit: WALKED_LIMIT }));
    return pages;
  };
  /** A live list changes: a violation counts only if the first page is still the same. */
  const unlessChanged = async (service: Service, observation: Observation): Promise<Observation> => {
    if (observation.kind === 'holds') return observation;
    const query = { offset: 0, limit: WALKED_LIMIT };
    const [before, now] = [await read(service, query), await read(service, query, false)];
    if (before.total !== now.total || !isSame(before.items, now.items))
      throw new NothingToCheck('the list changed while it was read; run the suite again');
    return observation;
  };
  return {
    limit: section('4.2').run('a page has no more items than limit', async (service) => {
      const { items } = await first(service);
      return holdsIf(items.length <= SMALL, `limit=${SMALL} returned ${items.length} items`);
    }),
    'full-pages': section('2.1').run('a page is full unless it is the last one', async (service) => {
      const { items, total } = await first(service);
      const expected = Math.min(SMALL, total);
      return holdsIf(
        items.length === expected,
        `of ${total} items, limit=${SMALL} returned ${items.length}, not ${expected}`,
      );
    }),
    echo: point('Pagination:meaning').run('pagination repeats the offset and limit of the request', async (service) => {
      const { offset, limit } = await read(service, { offset: SMALL, limit: SMALL });
      return holdsIf(
        offset === SMALL && limit === SMALL,
        `offset=${SMALL} and limit=${SMALL} were returned as ${numberOrKind(offset)} and ${numberOrKind(limit)}`,
      );
    }),
    'no-gap': section('4.2').run(
      'two pages have the items of one page of twice the size: none is missing, none occurs twice',
      async (service) => {
        const both = await read(service, { offset: 0, limit: 2 * SMALL });
        const pages = [await first(service), await read(service, { offset: SMALL, limit: SMALL })];
        if (both.items.length <= SMALL)
          throw new NothingToCheck(`there are only ${both.items.length} items, too few for two pages`);
        const items = pages.flatMap((page) => page.items);
        const why = `the items of offset=0 and offset=${SMALL} with limit=${SMALL} are not those of limit=${2 * SMALL}`;
        return await unlessChanged(service, holdsIf(isSame(both.items, items), why));
      },
    ),
    'no-double': section('4.2').run(`no item occurs on two of the first ${MOST_WALKED} pages`, async (service) => {
      const keys = (await walk(service)).flatMap(({ items }) => items.map((item) => item[key]));
      const doubles = keys.length - new Set(keys).size;
      return await unlessChanged(service, holdsIf(doubles === 0, `${doubles} of ${keys.length} items occurred twice`));
    }),
    'same-total': section('2.1').run('total is the same on every page', async (service) => {
      const totals = [...new Set((await walk(service)).map(({ total }) => total))];
      return await unlessChanged(service, holdsIf(totals.length === 1, `total was ${totals.join(', then ')}`));
    }),
    total: section('2.1').run(
      'total is the number of items: one at offset total - 1, none at offset total',
      async (service) => {
        const { total } = await first(service);
        const last = total === 0 ? 0 : (await read(service, { offset: total - 1, limit: SMALL })).items.length;
        const beyond = (await read(service, { offset: total, limit: SMALL })).items.length;
        const wrong = [
          ...(last === Math.min(1, total) ? [] : [`at offset total - 1 there are ${last} items`]),
          ...(beyond === 0 ? [] : [`at offset total there are ${beyond} items`]),
        ];
        return await unlessChanged(service, holdsUnless(wrong));
      },
    ),
    beyond: section('4.2').run('a page beyond the end is empty', async (service) => {
      const { total } = await first(service);
      const { items } = await read(service, { offset: total + 1_000, limit: SMALL });
      return holdsIf(items.length === 0, `an offset 1000 beyond total returned ${items.length} items`);
    }),
    'default-offset': point('Offset:default').run(
      'without offset the page begins at the first item',
      async (service) => {
        const [without, zero] = [await read(service, { limit: SMALL }), await first(service)];
        const why = 'the page without offset differs from the page of offset=0';
        const observation = holdsIf(isSame(without.items, zero.items), why, numberOrKind(without.offset));
        return await unlessChanged(service, observation);
      },
    ),
  };
}
