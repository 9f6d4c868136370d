/** Reads pages of lists from a journal, and tells where a client walks from page to page. */

import type { OperationId } from '../contract/operation.js';
import { type Exchange, jsonOf, membersOf } from '../journal/exchange.js';
import { timeBetween } from './elapsed.js';
import { succeeded } from './outcome.js';
import { groupBy } from './same-request.js';

const LISTS: ReadonlySet<string> = new Set<OperationId>(['getUsers', 'getHumanScores', 'getCredentials']);
const DEFAULT_LIMIT = 10;
/** Whoever asks for the next page later has not been walking. */
const LONGEST_STEP = 60_000;

/** A page that a client was given. */
export interface Page {
  readonly exchange: Exchange;
  readonly offset: number;
  readonly limit: number;
  /** How many items were on it. */
  readonly items: number;
  /** How many there are altogether; Infinity where the answer does not say. */
  readonly total: number;
}

/** Pages of one list, asked for one after the other with growing offsets. */
export interface Walk {
  readonly pages: readonly Page[];
  /** All pages of the same list that the client was given, in this walk or not. */
  readonly all: readonly Page[];
}

/** The walks through each list: a list is one operation with the same filters and page size. */
export function walksIn(exchanges: readonly Exchange[]): Walk[] {
  const pages = exchanges
    .filter(({ operation, method }) => operation !== undefined && LISTS.has(operation) && method === 'GET')
    .filter(succeeded);
  return groupBy(pages, listOf).flatMap((given) => {
    const all = given.map(pageOf);
    return split(all).map((walk) => ({ pages: walk, all }));
  });
}

function listOf({ clientId, path, query }: Exchange): string | undefined {
  if (clientId === undefined) return undefined;
  const filters = [...new URLSearchParams(query)].filter(([name]) => name !== 'offset');
  return JSON.stringify([clientId, path, filters.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))]);
}

function pageOf(exchange: Exchange): Page {
  const query = new URLSearchParams(exchange.query);
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const { items, pagination } = membersOf(jsonOf(exchange.response.body));
  const { total } = membersOf(pagination);
  return {
    exchange,
    offset: Number(query.get('offset') ?? 0),
    limit,
    items: Array.isArray(items) ? items.length : limit,
    total: typeof total === 'number' ? total : Infinity,
  };
}

function split(pages: readonly Page[]): Page[][] {
  const walks: Page[][] = [];
  for (const page of pages) {
    const last = walks.at(-1)?.at(-1);
    if (last !== undefined && page.offset > last.offset && timeBetween(last.exchange, page.exchange) < LONGEST_STEP)
      walks.at(-1)!.push(page);
    else walks.push([page]);
  }
  return walks;
}
