/** What is true of pages, whatever the list holds. */

import type { OperationId } from '../../contract/operation.js';
import type { Check, Ground } from '../check.js';
import { found, foundNothingWrong, NothingToCheck } from '../finding.js';
import { pageIn, type Json, type Page } from '../read-answer.js';
import { numberOrKind } from '../shown-value.js';
import type { Service } from '../service.js';

/** A list, and what tells its items apart. */
export interface PagedList {
  readonly operation: OperationId;
  readonly title: string;
  readonly key: string;
}

const SMALL = 3;
const WALKED_LIMIT = 10;
const MOST_WALKED = 5;

/** The laws of one list. */
export function pagingLaws({ operation, title, key }: PagedList): Check[] {
  const read = async (service: Service, query: Record<string, number>, isShared = true): Promise<Page> =>
    pageIn(
      await service.ask(operation, {
        query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
        isShared,
      }),
    );
  const law = (name: string, words: string, on: Ground, run: Check['run']): Check => ({
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
  /** A live list changes: what is wrong counts only where its first page still is what it was. */
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
    law('limit', 'a page has no more items than limit', { section: '4.2' }, async (service) => {
      const { items } = await read(service, { offset: 0, limit: SMALL });
      return found(items.length <= SMALL, `limit=${SMALL} brought ${items.length} items`);
    }),
    law('full-pages', 'a page is full unless it is the last one', { section: '2.1' }, async (service) => {
      const { items, total } = await read(service, { offset: 0, limit: SMALL });
      const expected = Math.min(SMALL, total);
      return found(
        items.length === expected,
        `of ${total} items, limit=${SMALL} brought ${items.length}, not ${expected}`,
      );
    }),
    law(
      'echo',
      'pagination tells the offset and limit of the request',
      { point: 'Pagination:meaning' },
      async (service) => {
        const { offset, limit } = await read(service, { offset: SMALL, limit: SMALL });
        return found(
          offset === SMALL && limit === SMALL,
          `offset=${SMALL} and limit=${SMALL} were told as ${numberOrKind(offset)} and ${numberOrKind(limit)}`,
        );
      },
    ),
    law(
      'no-gap',
      'two pages hold what one of twice the size holds: nothing is left out, nothing comes twice',
      { section: '4.2' },
      async (service) => {
        const [both, first, second] = await halves(service);
        const isRight = keysOf(both.items, key) === keysOf([...first.items, ...second.items], key);
        await unlessChanged(service, isRight);
        return found(
          isRight,
          `the items of offset=0 and offset=${SMALL} with limit=${SMALL} are not those of limit=${2 * SMALL}`,
        );
      },
    ),
    law('no-double', `no item is on two of the first ${MOST_WALKED} pages`, { section: '4.2' }, async (service) => {
      const keys = (await walk(service)).flatMap(({ items }) => items.map((item) => item[key]));
      const doubles = keys.length - new Set(keys).size;
      await unlessChanged(service, doubles === 0);
      return found(doubles === 0, `${doubles} of ${keys.length} items came twice`);
    }),
    law('same-total', 'total is the same on every page', { section: '2.1' }, async (service) => {
      const totals = [...new Set((await walk(service)).map(({ total }) => total))];
      await unlessChanged(service, totals.length === 1);
      return found(totals.length === 1, `total was ${totals.join(', then ')}`);
    }),
    law(
      'total',
      'total is the number of items: there is one at offset total - 1, and none at total',
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
        return foundNothingWrong(wrong);
      },
    ),
    law('beyond', 'beyond its end there is an empty page', { section: '4.2' }, async (service) => {
      const { total } = await read(service, { offset: 0, limit: SMALL });
      const { items } = await read(service, { offset: total + 1_000, limit: SMALL });
      return found(items.length === 0, `an offset 1000 beyond total brought ${items.length} items`);
    }),
    law(
      'default-offset',
      'without offset it begins at the first item',
      { point: 'Offset:default' },
      async (service) => {
        const [without, zero] = [
          await read(service, { limit: SMALL }),
          await read(service, { offset: 0, limit: SMALL }),
        ];
        const isRight = keysOf(without.items, key) === keysOf(zero.items, key);
        await unlessChanged(service, isRight);
        return found(isRight, 'the page without offset is not that of offset=0', numberOrKind(without.offset));
      },
    ),
  ];
}

function keysOf(items: readonly Json[], key: string): string {
  return JSON.stringify(items.map((item) => item[key]));
}
