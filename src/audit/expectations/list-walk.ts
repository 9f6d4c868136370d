/** How a client reads a list page by page. A list is a path with its filters, without the members of a page. */

import { membersOf } from '../../common/json.js';
import { onceFor } from '../../common/remembering.js';
import { jsonOf, type Exchange } from '../../emulator/journal/exchange.js';
import { groupBy } from '../../emulator/judge/series.js';
import { requestInAnyRun } from '../../emulator/judge/same-request.js';
import type { ListPage } from '../audit-types.js';
import type { Call } from '../run/calls.js';

/** Whether a later call reads a later page of the same list. */
export function readsOn(call: Call, calls: readonly Call[]): boolean {
  const page = listPage(call.exchange);
  if (page === undefined) return false;

  return calls.some(({ exchange }) => {
    const later = exchange.id > call.exchange.id ? listPage(exchange) : undefined;
    return later?.list === page.list && later.offset > page.offset;
  });
}

/** The first call of the same test that reads an earlier page of the list; undefined if there is none. */
export function pageBefore(call: Call, calls: readonly Call[]): Call | undefined {
  return calls.find((earlier) => earlier.test === call.test && readsOn(earlier, [call]));
}

/** How many items of a list the client left unread, as a sentence; undefined if it leaves items without faults, too. */
export function unreadItems(call: Call, before: readonly Exchange[], now: readonly Exchange[]): string | undefined {
  const list = listPage(call.exchange)?.list;
  if (list === undefined) return undefined;

  // If the baseline did not read the list, nobody knows how far the client usually reads.
  const { unread: unreadBefore = Infinity } = sizesOf(list, before) ?? {};
  const { total, unread = 0 } = sizesOf(list, now) ?? {};
  if (unreadBefore > 0 || unread === 0) return undefined;

  const count = unread === 1 ? 'one' : unread;
  return `The list had ${total} items, and the client did not read ${count} of them.`;
}

/** How many more items of a list the client has read than before, because it began the list again. */
export function itemsReadAgain(call: Call, before: readonly Exchange[], now: readonly Exchange[]): number {
  const { list = '' } = listPage(call.exchange) ?? {};
  const readIn = (all: readonly Exchange[]): number =>
    pagesOf(list, all).reduce((sum, { offset, end }) => sum + end - offset, 0);

  return readIn(now) - readIn(before);
}

/**
 * What requests ask for, each with an amount: paths, with the number of different writes; lists, with the number of
 * items that were read; and the items of batches. Token requests are left out. Neither the size of a page nor that of a
 * batch makes a difference.
 */
export function askedFor(exchanges: readonly Exchange[]): Record<string, number> {
  const asked: Record<string, number> = {};
  // A repeated request asks for nothing more.
  const different = groupBy(exchanges, requestInAnyRun).map(([first]) => first!);

  for (const exchange of different) {
    const { operation, method, issuedToken, request } = exchange;
    if (operation === undefined || issuedToken !== undefined) continue;

    // The third part of this text is the path, without what differs from run to run.
    const [, , path] = JSON.parse(requestInAnyRun(exchange)) as string[];
    const name = `${operation} ${path}`;
    const { requests } = membersOf(jsonOf(request.body)) as { requests?: unknown[] };
    const isWrite = method !== 'GET' && requests === undefined;
    // Several reads of a path may be pages of one list, so they count once. Pages and batches are counted by items.
    asked[name] = isWrite ? (asked[name] ?? 0) + 1 : 1;
    for (const item of requests ?? []) asked[`${operation} ${String(membersOf(item)['contractId'])}`] = 1;
  }

  for (const list of new Set(exchanges.flatMap((exchange) => listPage(exchange)?.list ?? []))) {
    const { total, unread } = sizesOf(list, exchanges)!;
    asked[`items of ${list}`] = total - unread;
  }

  return asked;
}

/** How many items of a list the pages leave out, and the total that the last page shows. */
function sizesOf(list: string, exchanges: readonly Exchange[]): { total: number; unread: number } | undefined {
  const pages = pagesOf(list, exchanges);
  const total = pages.at(-1)?.total;
  if (total === undefined) return undefined;

  let unread = 0;
  // The index of the first item that no page has shown so far.
  let next = 0;

  for (const page of pages.toSorted((one, other) => one.offset - other.offset)) {
    unread += Math.max(0, page.offset - next);
    next = Math.max(next, page.end);
  }

  return { total, unread: unread + Math.max(0, total - next) };
}

/** The pages of a list, in the order in which they were read. */
function pagesOf(list: string, exchanges: readonly Exchange[]): ListPage[] {
  return exchanges.flatMap((exchange) => listPage(exchange) ?? []).filter((page) => page.list === list);
}

/**
 * The page that a response shows; undefined if the response shows no page of a list. A plan asks for each page at each
 * other call and with each fault, and to parse a page of 100 items takes a millisecond.
 */
const listPage = onceFor(({ path, query, status, response }: Exchange): ListPage | undefined => {
  if (status !== 200) return undefined;

  const { items, pagination } = membersOf(jsonOf(response.body));
  const { offset, total } = membersOf(pagination);
  if (!Array.isArray(items) || typeof offset !== 'number' || typeof total !== 'number') return undefined;

  const filters = [...new URLSearchParams(query)].filter(([name]) => name !== 'offset' && name !== 'limit');

  return { list: JSON.stringify([path, filters.toSorted()]), offset, end: offset + items.length, total };
});
