/** The pages of lists, as looks read them. */

import { type Json, membersOf } from '../../../common/json.js';
import { itemsOf } from './rows.js';
import { isRedacted } from '../../../traffic/values.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** The limit of a page if the request has none. */
export const DEFAULT_LIMIT = 10;

/** The member that identifies an item (its key), for each list. */
export const KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries({ getUsers: 'id', getHumanScores: 'partyId', getCredentials: 'contractId' }),
);

/** A page of a list, as request and response describe it together. */
export interface SeenPage {
  readonly items: readonly Json[];
  /** The key of each item. */
  readonly keys: readonly unknown[];
  /** Whether an exporter has removed IDs, so that items cannot be told apart. */
  readonly isRedacted: boolean;
  readonly offset: number;
  /** The limit in the request; undefined if it has none. */
  readonly limit: number | undefined;
  readonly total: number;
  /** The query without offset and limit: pages with the same text belong to the same list. */
  readonly listKey: string;
  /** The values of each parameter that limits or orders the list. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** The whole list, if this page completes it. */
  readonly whole: WholeList | undefined;
}

/** A whole list, read page by page and without filters. */
export interface WholeList {
  /** The numbers of the exchanges with the first and the last page. */
  readonly from: number;
  readonly to: number;
  readonly rows: ReadonlyMap<unknown, Json>;
}

/** Reads pages, and follows each list from its first page to its last. */
export class PageReader {
  /** The lists that are being read: the exchange with the first page, and the rows so far. */
  readonly #walks = new Map<string, { readonly from: number; readonly rows: Map<unknown, Json> }>();

  /**
   * Reads the page that an exchange shows.
   * @returns undefined if the exchange shows no page, or its parameters are not those of the contract
   */
  read(exchange: SeenExchange): SeenPage | undefined {
    const page = pageOf(exchange);
    return page && { ...page, whole: this.#follow(exchange, page) };
  }

  /** Adds a page to the list that is being read. Returns the list if it is complete. */
  #follow({ position, query, where }: SeenExchange, page: Omit<SeenPage, 'whole'>): WholeList | undefined {
    const { items, keys, offset, total, limit = DEFAULT_LIMIT } = page;
    const isFiltered = [...query!.keys()].some((name) => name !== 'offset' && name !== 'limit');
    if (isFiltered) return undefined;

    // The first page begins the list anew.
    if (offset === 0) this.#walks.set(where, { from: position, rows: new Map() });
    const walk = this.#walks.get(where);
    // A page that does not begin after the rows so far leaves a gap, or nobody has read the first page.
    if (walk?.rows.size !== offset || page.isRedacted) return undefined;

    for (const [at, row] of items.entries()) walk.rows.set(keys[at], row);
    // A full page may not be the last one, even if the total says so.
    if (walk.rows.size < total || items.length >= limit) return undefined;

    this.#walks.delete(where);

    return { ...walk, to: position };
  }
}

/** The page without the list that it may complete. */
function pageOf(exchange: SeenExchange): Omit<SeenPage, 'whole'> | undefined {
  const { operation, query, response, isExact, method } = exchange;
  const key = KEYS.get(operation?.id ?? '');
  if (key === undefined || query === undefined) return undefined;
  if (!isExact || method !== 'GET' || !isSuccess(exchange)) return undefined;

  const { total } = membersOf(membersOf(response.body)['pagination']);
  const offset = numberOf(query.get('offset'));
  const limit = numberOf(query.get('limit'));
  if (typeof total !== 'number' || Number.isNaN(offset) || Number.isNaN(limit)) return undefined;

  const names = new Set(operation!.parameters.map(({ name }) => name));
  for (const name of ['offset', 'limit']) names.delete(name);
  const parameters = new Map([...query].filter(([name]) => names.has(name)));
  // Sorted, because the order of parameters does not matter.
  const listKey = JSON.stringify([operation!.id, ...parameters].toSorted());

  const items = itemsOf(response.body);
  const keys = items.map((item) => item[key]);
  const isPageRedacted = [...keys, ...items.map(({ partyId }) => partyId)].some(isRedacted);

  return { items, keys, isRedacted: isPageRedacted, offset: offset ?? 0, limit, total, listKey, parameters };
}

/** The value of a parameter. Undefined if there is none, NaN unless it is a single whole number. */
export function numberOf(texts: readonly string[] | undefined): number | undefined {
  if (texts === undefined) return undefined;
  // More digits would lose precision.
  return texts.length === 1 && /^\d{1,15}$/.test(texts[0]!) ? Number(texts[0]) : Number.NaN;
}
