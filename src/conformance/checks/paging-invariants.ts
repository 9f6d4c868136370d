/** What holds for the pages of any list, whatever its content. */

import type { OperationId } from '../../contract/operation.js';
import { type Check, holdsIf, holdsUnless, type CheckBasis } from '../check.js';
import { NothingToCheck } from '../errors.js';
import { type Json, type Page, pageIn } from '../read-response.js';
import type { Service } from '../service.js';
import { numberOrKind } from '../describe-value.js';

/** A paged list; `key` is the member that identifies an item. */
export interface PagedList {
  readonly operation: OperationId;
  readonly title: string;
  readonly key: string;
}

const SMALL = 3;
const WALKED_LIMIT = 10;
const MOST_WALKED = 5;

/** The checks of one list. */
export function pagingInvariants({ operation, title, key }: PagedList): Check[] {
  const read = async (service: Service, query: Record<string, number>, isShared = true): Promise<Page> =>
    pageIn(
      await service.request(operation, {
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        isShared,
      }),
    );
  const invariant = (name: string, words: string, on: CheckBasis, run: Check['run']): Check => ({
    id: `paging.${operation}.${name}`,
    title: `${title}: ${words}`,
    ...on,
    run,
  });
  const halves = async (service: Service): Promise<readonly [Page, Page, Page]> => {
    const pages = [
      await read(service, { offset: 0, limit: 2 * SMALL }),
      await read(service, { offset: 0, limit: SMALL }),
      await read(service, { offset: SMALL, limit: SMALL }),
    ] as const;
    if (pages[0].items.length <= SMALL)
      throw new NothingToCheck(`there are only ${pages[0].items.length} items, too few for two pages`);
    return pages;
  };
  const walk = async (service: Service): Promise<readonly Page[]> => {
    const pages: Page[] = [];
    for (
      let offset = 0;
      pages.length < MOST_WALKED && (pages.length === 0 || offset < pages[0]!.total);
      offset += WALKED_LIMIT
    )
      pages.push(await read(service, { offset, limit: WALKED_LIMIT }));
    return pages;
  };
  /** A live list changes: a violation counts only if the first page is still the same. */
  const unlessChanged = async (service: Service, isRight: boolean): Promise<void> => {
    if (isRight) return;
    const [before, now] = [
      await read(service, { offset: 0, limit: WALKED_LIMIT }),
      await read(service, { offset: 0, limit: WALKED_LIMIT }, false),
    ];
    if (before.total !== now.total || keysOf(before.items, key) !== keysOf(now.items, key))
      throw new NothingToCheck('the list changed while it was read; run the suite again');
  };
  return [
    invariant('limit', 'a page has no more items than limit', { section: '4.2' }, async (service) => {
      const { items } = await read(service, { offset: 0, limit: SMALL });
      return holdsIf(items.length <= SMALL, `limit=${SMALL} returned ${items.length} items`);
    }),
    invariant('full-pages', 'a page is full unless it is the last one', { section: '2.1' }, async (service) => {
      const { items, total } = await read(service, { offset: 0, limit: SMALL });
      const expected = Math.min(SMALL, total);
      return holdsIf(
        items.length === expected,
        `of ${total} items, limit=${SMALL} returned ${items.length}, not ${expected}`,
      );
    }),
    invariant(
      'echo',
      'pagination repeats the offset and limit of the request',
      { point: 'Pagination:meaning' },
      async (service) => {
        const { offset, limit } = await read(service, { offset: SMALL, limit: SMALL });
        return holdsIf(
          offset === SMALL && limit === SMALL,
          `offset=${SMALL} and limit=${SMALL} were returned as ${numberOrKind(offset)} and ${numberOrKind(limit)}`,
        );
      },
    ),
    invariant(
      'no-gap',
      'two pages have the items of one page of twice the size: none is missing, none occurs twice',
      { section: '4.2' },
      async (service) => {
        const [both, first, second] = await halves(service);
        const isRight = keysOf(both.items, key) === keysOf([...first.items, ...second.items], key);
        await unlessChanged(service, isRight);
        return holdsIf(
          isRight,
          `the items of offset=0 and offset=${SMALL} with limit=${SMALL} are not those of limit=${2 * SMALL}`,
        );
      },
    ),
    invariant(
      'no-double',
      `no item occurs on two of the first ${MOST_WALKED} pages`,
      { section: '4.2' },
      async (service) => {
        const keys = (await walk(service)).flatMap(({ items }) => items.map((item) => item[key]));
        const doubles = keys.length - new Set(keys).size;
        await unlessChanged(service, doubles === 0);
        return holdsIf(doubles === 0, `${doubles} of ${keys.length} items occurred twice`);
      },
    ),
    invariant('same-total', 'total is the same on every page', { section: '2.1' }, async (service) => {
      const totals = [...new Set((await walk(service)).map(({ total }) => total))];
      await unlessChanged(service, totals.length === 1);
      return holdsIf(totals.length === 1, `total was ${totals.join(', then ')}`);
    }),
    invariant(
      'total',
      'total is the number of items: one at offset total - 1, none at offset total',
      { section: '2.1' },
      async (service) => {
        const { total } = await read(service, { offset: 0, limit: SMALL });
        const last = total === 0 ? 0 : (await read(service, { offset: total - 1, limit: SMALL })).items.length;
        const beyond = (await read(service, { offset: total, limit: SMALL })).items.length;
        const wrong = [
          ...(last === Math.min(1, total) ? [] : [`at offset total - 1 there are ${last} items`]),
          ...(beyond === 0 ? [] : [`at offset total there are ${beyond} items`]),
        ];
        await unlessChanged(service, wrong.length === 0);
        return holdsUnless(wrong);
      },
    ),
    invariant('beyond', 'a page beyond the end is empty', { section: '4.2' }, async (service) => {
      const { total } = await read(service, { offset: 0, limit: SMALL });
      const { items } = await read(service, { offset: total + 1_000, limit: SMALL });
      return holdsIf(items.length === 0, `an offset 1000 beyond total returned ${items.length} items`);
    }),
    invariant(
      'default-offset',
      'without offset the page begins at the first item',
      { point: 'Offset:default' },
      async (service) => {
        const [without, zero] = [
          await read(service, { limit: SMALL }),
          await read(service, { offset: 0, limit: SMALL }),
        ];
        const isRight = keysOf(without.items, key) === keysOf(zero.items, key);
        await unlessChanged(service, isRight);
        return holdsIf(
          isRight,
          'the page without offset differs from the page of offset=0',
          numberOrKind(without.offset),
        );
      },
    ),
  ];
}

function keysOf(items: readonly Json[], key: string): string {
  return JSON.stringify(items.map((item) => item[key]));
}
