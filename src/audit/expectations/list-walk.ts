/** How a client reads a list page by page. */

import { membersOf } from '../../common/json.js';
import { jsonOf, type Exchange } from '../../emulator/journal/exchange.js';
import type { Call } from '../plan/calls.js';

interface Page {
  readonly list: string;
  readonly offset: number;
  readonly end: number;
  readonly total: number;
}

/** Whether a later call reads a later page of the same list. */
export function readsOn(call: Call, calls: readonly Call[]): boolean {
  const page = pageOf(call.exchange);
  return (
    page !== undefined &&
    calls.some(({ exchange }) => {
      const other = exchange.id > call.exchange.id ? pageOf(exchange) : undefined;
      return other !== undefined && other.list === page.list && other.offset > page.offset;
    })
  );
}

/**
 * What was left unread of a list that the client reads to its end without the fault, as a sentence; undefined if nothing
 * was, or if it does not read the list to its end.
 */
export function unreadItems(call: Call, before: readonly Exchange[], now: readonly Exchange[]): string | undefined {
  const list = pageOf(call.exchange)?.list;
  if (list === undefined) return undefined;
  const [usual, actual] = [lastPage(list, before), lastPage(list, now)];
  if (usual === undefined || actual === undefined || usual.end < usual.total || actual.end >= actual.total)
    return undefined;
  const count = actual.total - actual.end;
  return `The list had ${actual.total} items, and the client stopped after ${actual.end}: ${count === 1 ? 'one was' : `${count} were`} not read.`;
}

function lastPage(list: string, exchanges: readonly Exchange[]): Page | undefined {
  const pages = exchanges.flatMap((exchange) => pageOf(exchange) ?? []).filter((page) => page.list === list);
  return pages.toSorted((one, other) => one.offset - other.offset).at(-1);
}

function pageOf({ path, query, status, response }: Exchange): Page | undefined {
  if (status !== 200) return undefined;
  const { items, pagination } = membersOf(jsonOf(response.body));
  const { offset, total } = membersOf(pagination);
  if (!Array.isArray(items) || typeof offset !== 'number' || typeof total !== 'number') return undefined;
  const filters = [...new URLSearchParams(query)].filter(([name]) => name !== 'offset' && name !== 'limit');
  return { list: JSON.stringify([path, filters.toSorted()]), offset, end: offset + items.length, total };
}
