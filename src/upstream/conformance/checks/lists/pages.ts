/** What checks observe of the pages of any list, whatever its content. */

import type { OperationId } from '../../../../contract/operation.js';
import { holdsIf, holdsUnless, type Observation } from '../../check.js';
import { numberOrKind } from '../../describe-value.js';
import { type Json, NothingToCheckError, type ListedPage, pageIn } from '../../exchange.js';
import type { Service } from '../../service.js';
import { type CheckFunctions, hasStatus } from '../functions.js';

/** A paged list; `key` is the member that identifies an item. */
interface PagedList {
  readonly operation: OperationId;
  readonly key: string;
}

const SMALL = 3;
const WALKED_LIMIT = 10;
const MOST_WALKED = 5;

export const PAGING: CheckFunctions = {
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
    repeatsOffsetAndLimit: async (service, list: PagedList) => {
      const { offset, limit } = await read(service, list, { offset: SMALL, limit: SMALL });
      return holdsIf(
        offset === SMALL && limit === SMALL,
        `offset=${SMALL} and limit=${SMALL} were returned as ${numberOrKind(offset)} and ${numberOrKind(limit)}`,
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
    isEmptyBeyondEnd: async (service, list: PagedList) => {
      const { total } = await first(service, list);
      const exchange = await request(service, list, { offset: total + 1_000, limit: SMALL });
      if (exchange.status !== 200) return hasStatus(exchange, 200);
      const { items } = pageIn(exchange);
      return holdsIf(items.length === 0, `an offset 1000 beyond total returned ${items.length} items`);
    },
    beginsAtFirstItem: async (service, list: PagedList) => {
      const [without, zero] = [await read(service, list, { limit: SMALL }), await first(service, list)];
      const why = 'the page without offset differs from the page of offset=0';
      const observation = holdsIf(isSame(list, without.items, zero.items), why, numberOrKind(without.offset));
      return await unlessChanged(service, list, observation);
    },
  },
  looks: {
    hasDefaultLimit: (exchange, expected: number) => {
      const { items, limit, total } = pageIn(exchange);
      return holdsIf(
        limit === expected && items.length === Math.min(expected, total),
        `without limit, pagination.limit is ${numberOrKind(limit)}, and ${items.length} of ${total} items were returned`,
        numberOrKind(limit),
      );
    },
    acceptsLimit: (exchange, maximum: number) => {
      if (exchange.status !== 200) return hasStatus(exchange, 200);
      const { items, limit } = pageIn(exchange);
      return holdsIf(
        limit === maximum && items.length <= maximum,
        `limit=${maximum} was returned as ${numberOrKind(limit)}, with ${items.length} items`,
        numberOrKind(limit),
      );
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
