/** What checks observe of the pages of any list, whatever its content. */

import type { OperationId } from '../../../contract/operation.js';
import { holdsIf, holdsUnless, type Observation } from '../check.js';
import {
  type Json,
  NothingToCheckError,
  type ListedPage,
  isSuccess,
  pageIn,
  type ServiceExchange,
} from '../exchange.js';
import type { Service } from '../service.js';
import type { CheckFunctions } from './functions.js';

/** A paged list; `key` is the member that identifies an item. */
interface PagedList {
  readonly operation: OperationId;
  readonly key: string;
}

const SMALL = 3;
const WALKED_LIMIT = 10;
const MOST_WALKED = 5;

export const PAGING: CheckFunctions = {
  requests: { walkUsers },
  runs: {
    keepsLimit: async (service, list: PagedList) => {
      const { items } = await first(service, list);
      return holdsIf(items.length <= SMALL, `limit=${SMALL} returned ${items.length} items`);
    },
    fillsPages: async (service, list: PagedList) => {
      const { items, total } = await first(service, list);
      const expected = Math.min(SMALL, total);
      return holdsIf(
        items.length === expected,
        `of ${total} items, limit=${SMALL} returned ${items.length}, not ${expected}`,
      );
    },
    hasNoGap: async (service, list: PagedList) => {
      const both = await read(service, list, { offset: 0, limit: 2 * SMALL });
      const pages = [await first(service, list), await read(service, list, { offset: SMALL, limit: SMALL })];
      if (both.items.length <= SMALL)
        throw new NothingToCheckError(`there are only ${both.items.length} items, too few for two pages`);
      const items = pages.flatMap((page) => page.items);
      const why = `the items of offset=0 and offset=${SMALL} with limit=${SMALL} are not those of limit=${2 * SMALL}`;
      return await unlessChanged(service, list, holdsIf(isSame(list, both.items, items), why));
    },
    hasNoDouble: async (service, list: PagedList) => {
      const keys = (await walk(service, list)).flatMap(({ items }) => items.map((item) => item[list.key]));
      const doubles = keys.length - new Set(keys).size;
      const observation = holdsIf(doubles === 0, `${doubles} of ${keys.length} items occurred twice`);
      return await unlessChanged(service, list, observation);
    },
    hasOneTotal: async (service, list: PagedList) => {
      const totals = [...new Set((await walk(service, list)).map(({ total }) => total))];
      return await unlessChanged(service, list, holdsIf(totals.length === 1, `total was ${totals.join(', then ')}`));
    },
    endsAtTotal: async (service, list: PagedList) => {
      const { total } = await first(service, list);
      // A service may refuse a page beyond the end: that is another point.
      const countAt = async (offset: number): Promise<number> => {
        const exchange = await request(service, list, { offset, limit: SMALL });
        return exchange.status === 200 ? pageIn(exchange).items.length : 0;
      };
      const last = total === 0 ? 0 : await countAt(total - 1);
      const beyond = await countAt(total);
      const wrong = [
        ...(last === Math.min(1, total) ? [] : [`at offset total - 1 there are ${last} items`]),
        ...(beyond === 0 ? [] : [`at offset total there are ${beyond} items`]),
      ];
      return await unlessChanged(service, list, holdsUnless(wrong));
    },
  },
};

async function read(...asked: Parameters<typeof request>): Promise<ListedPage> {
  return pageIn(await request(...asked));
}

function request(
  service: Service,
  { operation }: PagedList,
  query: Readonly<Record<string, number>>,
  isShared = true,
): ReturnType<Service['request']> {
  const values = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return service.request(operation, { query: values, isShared });
}

function first(service: Service, list: PagedList): Promise<ListedPage> {
  return read(service, list, { offset: 0, limit: SMALL });
}

/** Reads the users list to its end, or to its tenth page, in the largest pages that the service accepts. */
async function walkUsers(service: Service): Promise<ServiceExchange> {
  const list: PagedList = { operation: 'getUsers', key: 'id' };
  const limit = isSuccess(await request(service, list, { offset: 0, limit: 100 })) ? 100 : 20;
  for (let offset = 0; ; offset += limit) {
    const exchange = await request(service, list, { offset, limit }, false);
    if (offset + limit >= Math.min(pageIn(exchange).total, 10 * limit)) return exchange;
  }
}

async function walk(service: Service, list: PagedList): Promise<readonly ListedPage[]> {
  const pages: ListedPage[] = [];
  while (pages.length < MOST_WALKED && (pages.length === 0 || pages.length * WALKED_LIMIT < pages[0]!.total))
    pages.push(await read(service, list, { offset: pages.length * WALKED_LIMIT, limit: WALKED_LIMIT }));
  return pages;
}

function isSame({ key }: PagedList, one: readonly Json[], other: readonly Json[]): boolean {
  return JSON.stringify(one.map((item) => item[key])) === JSON.stringify(other.map((item) => item[key]));
}

/** A live list changes: a violation counts only if the first page is still the same. */
async function unlessChanged(service: Service, list: PagedList, observation: Observation): Promise<Observation> {
  if (observation.kind === 'holds') return observation;
  const query = { offset: 0, limit: WALKED_LIMIT };
  const [before, now] = [await read(service, list, query), await read(service, list, query, false)];
  if (before.total !== now.total || !isSame(list, before.items, now.items))
    throw new NothingToCheckError('the list changed while it was read; run the suite again');
  return observation;
}
