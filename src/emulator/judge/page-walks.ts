/** Finds in a journal how clients walked through lists, page by page. */

import { countWhile } from '../../common/count-while.js';
import { membersOf } from '../../common/json.js';
import { forEachInSteps, type Steps } from '../../common/steps.js';
import { jsonOf, type Exchange } from '../journal/exchange.js';
import { succeeded, timeBetween } from './exchanges.js';
import { groupBy, runsOf } from './series.js';

/** How many items a page has if the request names no limit. */
const DEFAULT_LIMIT = 10;
/** The longest time between two pages of a walk, in milliseconds. A client that takes longer is not paging. */
const LONGEST_STEP = 60_000;

/** A page that a client received. */
interface ReceivedPage {
  readonly exchange: Exchange;
  readonly offset: number;
  /** The most items on a page, as requested. If the request has no limit: as the service applied it. */
  readonly limit: number;
  /** Whether the service applied a smaller limit than requested. */
  readonly isLimited: boolean;
  /** The number of items on the page. */
  readonly items: number;
  /** The number of items in the list; Infinity if the response does not contain it. */
  readonly total: number;
}

/** Pages of one list that a client requested one after the other with growing offsets. */
export interface Walk {
  readonly steps: readonly Step[];
  /** The steps over items of the list that no requested page covers, neither in this walk nor in others. */
  readonly gaps: readonly Step[];
}

/** Two pages of a walk that follow each other. */
export interface Step {
  readonly from: ReceivedPage;
  readonly to: ReceivedPage;
  /** The offset at which the second page should begin. */
  readonly expected: number;
  /** The number of items between the two pages; negative if the pages overlap. */
  readonly gap: number;
}

/**
 * The walks of at least two pages. Requests with one path and equal filters read one list. A walk has one page size.
 * @param reads requests for lists, in the order of arrival
 */
export function* walksIn(reads: readonly Exchange[]): Steps<Walk[]> {
  // Only lists that were read with an offset can have a walk. Other bodies need not be parsed.
  // Percent-encoding may hide the name `offset`.
  const paged = new Set(reads.filter(({ query }) => /offset|%/.test(query)).map(({ path }) => path));
  const readsOfPages = reads.filter(({ path }) => paged.has(path));
  const pages = new Map<Exchange, ReceivedPage>();
  yield* forEachInSteps(readsOfPages, (exchange) => pages.set(exchange, receivedPage(exchange)));

  const walks: Walk[] = [];
  for (const readsOfList of groupBy(readsOfPages, listOf)) {
    const pagesOfList = readsOfList.map((exchange) => pages.get(exchange)!);
    const covered = stretchesOf(pagesOfList);
    const received = pagesOfList.filter(({ exchange }) => succeeded(exchange));
    for (const pagesOfSize of groupBy(received, ({ limit }) => String(limit))) {
      const runs = runsOf(pagesOfSize, continuesWalk).filter((run) => run.length > 1);
      walks.push(...runs.map((run) => walkOf(run, covered)));
    }
  }

  return walks;
}

/** Whether the page follows the last one: further down the list, and soon after it. */
function continuesWalk(page: ReceivedPage, last: ReceivedPage): boolean {
  return page.offset > last.offset && timeBetween(last.exchange, page.exchange) < LONGEST_STEP;
}

/** The steps between the pages, and those that skip items which no other page contains. */
function walkOf(pages: readonly ReceivedPage[], covered: readonly Stretch[]): Walk {
  const steps = stepsOf(pages);
  const gaps = steps.filter((step) => isInside(step) && step.gap > 0 && !isFilled(step, covered));
  return { steps, gaps };
}

/** Items that pages cover without a gap, from the first item to the item before `end`. */
interface Stretch {
  readonly start: number;
  end: number;
}

/** Joins pages that touch or overlap. The stretches are in the order of their items. */
function stretchesOf(pages: readonly ReceivedPage[]): Stretch[] {
  const stretches: Stretch[] = [];
  // A client may send an offset that is no number.
  const inOrder = pages.filter(({ offset }) => !Number.isNaN(offset)).sort((a, b) => a.offset - b.offset);
  for (const { offset: start, items } of inOrder) {
    const end = start + items;
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else stretches.push({ start, end });
  }

  return stretches;
}

/** A text that names the list which a client reads: the requests with one path and equal filters. */
function listOf({ clientId, path, query }: Exchange): string | undefined {
  if (clientId === undefined) return undefined;

  const filters = new URLSearchParams(query);
  filters.delete('offset');
  filters.delete('limit');
  filters.sort();

  return JSON.stringify([clientId, path, filters.toString()]);
}

/** The page that the exchange has returned, as far as request and response tell. */
function receivedPage(exchange: Exchange): ReceivedPage {
  const query = new URLSearchParams(exchange.query);
  const { items, pagination } = membersOf(jsonOf(exchange.response.body));
  const { total, limit: stated } = membersOf(pagination);
  const applied = typeof stated === 'number' ? stated : undefined;
  // Without a limit in the request, a list of some parties may be returned whole.
  const limit = Number(query.get('limit') ?? applied ?? DEFAULT_LIMIT);

  return {
    exchange,
    offset: Number(query.get('offset') ?? 0),
    limit,
    isLimited: applied !== undefined && applied < limit,
    // The journal may not have kept the body. Then the page counts as full.
    items: Array.isArray(items) ? items.length : limit,
    total: typeof total === 'number' ? total : Infinity,
  };
}

/** The steps from each page to the next. */
function stepsOf(pages: readonly ReceivedPage[]): Step[] {
  return pages.slice(1).map((to, at) => {
    const from = pages[at]!;
    // A page may contain more items than requested. A client that continues by the limit follows the specification.
    const isByLimit = from.items > from.limit && to.offset === from.offset + from.limit;
    const expected = from.offset + (isByLimit ? from.limit : from.items);

    return { from, to, expected, gap: to.offset - expected };
  });
}

/** Whether the second page begins inside the list. */
export function isInside({ from, to }: Step): boolean {
  return to.offset < from.total;
}

/** Whether other pages of the list cover the items between the two pages of a step. */
function isFilled({ expected, to }: Step, covered: readonly Stretch[]): boolean {
  // The last stretch that begins at or before the beginning of the gap.
  const last = covered[countWhile(covered, ({ start }) => start <= expected) - 1];
  return (last?.end ?? 0) >= to.offset;
}
