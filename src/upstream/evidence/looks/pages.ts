/** Looks at the pages of lists: what pagination says, where pages begin and end, and lists of some parties. */

import { type Json, membersOf } from '../../../common/json.js';
import { Readings } from './readings.js';
import { isRedacted } from '../../../traffic/values.js';
import { byWord, type Finding, firstOf, Look, noFit, onlyIf, STATED, stated, statedIf } from './look.js';
import type { SeenExchange } from '../../../traffic/seen-exchange.js';
import { DEFAULT_LIMIT, KEYS, numberOf, type SeenPage } from './seen-page.js';

/**
 * Looks at pages of lists. A look is an observer of exchanges. It yields sights: which alternatives of a point
 * fit what was seen. STATED is the alternative that the contract states.
 */
export class PageLook extends Look {
  /** The keys that each page has shown. A page is named by its list, offset and limit. */
  readonly #pages = new Readings(['keys']);
  /**
   * Where each item was shown last, by list and key: its position in the whole list, and the keys of all items on the
   * page, as text.
   */
  readonly #lastShown = new Map<string, { place: number; total: number; page: string; keys: string }>();
  /** The largest limit that each list has accepted. */
  readonly #limits = new Map<string, number>();

  *see(exchange: SeenExchange, page?: SeenPage): Generator<Finding> {
    const { operation, status, query, position } = exchange;
    if (status === 404 && query?.has('partyIds') === true && operation?.access === 'bearer')
      yield noFit('PartyIds:unknown', '404');

    // A response without a page may be the refusal of an offset beyond the end of the list.
    const id = operation?.id ?? '';
    const largest = this.#limits.get(id) ?? DEFAULT_LIMIT;
    if (page === undefined) {
      if (KEYS.has(id)) yield* beyondLook(exchange, largest);
      return;
    }

    this.#limits.set(id, Math.max(largest, page.limit ?? 0));
    yield* paginationLooks(exchange, page);
    // Without IDs, items cannot be told apart.
    if (page.isRedacted) return;

    yield* this.#placeLook(exchange, page);

    // What follows is about requests for the items of certain parties.
    const wantedParties = partiesIn(page);
    if (wantedParties === undefined) return;

    if (wantedParties.some((party) => this.facts.isUnknown(party))) yield stated('PartyIds:unknown', 'ignored');
    yield* partyLooks(exchange, page, wantedParties);

    // Several IDs in one text are separated by commas.
    const isJoined = page.parameters.get('partyIds')!.length < wantedParties.length;
    if (!isJoined || page.total !== 0 || id !== 'getCredentials') return;

    // If each party has credentials, an empty list means that the service took the text for one ID.
    const haveSome = (): boolean => wantedParties.every((party) => this.facts.validAt(position, party).length > 0);
    yield onlyIf(noFit('PartyIds:comma', 'nothing of parties that have credentials'), haveSome);
  }

  /** Whether each item has the position that another page has shown, if that other page did not change meanwhile. */
  *#placeLook({ position }: SeenExchange, { listKey, total, offset, keys, limit }: SeenPage): Generator<Finding> {
    // Items beyond the end of the list have no position.
    if (offset >= total) return;

    const page = `${listKey} ${offset} ${String(limit)}`;
    const shownKeys = keys.join();
    const items = keys.map((key) => `${listKey} ${String(key)}`);

    for (const [at, item] of items.entries()) {
      const earlier = this.#lastShown.get(item);
      if (earlier === undefined || earlier.place === offset + at || earlier.total !== total) continue;

      const isSame = (one: Json): boolean => one['keys'] === earlier.keys;
      yield onlyIf({ kind: 'contradiction', what: MOVED }, () => this.#pages.heldAt(position, earlier.page, isSame));
      // One item is enough for a report: if an item has moved, the items behind it have usually moved, too.
      break;
    }

    if (new Set(keys).size < keys.length) yield { kind: 'contradiction', what: 'an item stands on a page twice' };

    this.#pages.add(position, page, { keys: shownKeys });
    for (const [at, item] of items.entries())
      this.#lastShown.set(item, { place: offset + at, total, page, keys: shownKeys });
  }
}

/** What is reported of items that are at two offsets. */
const MOVED = 'items that another page has at another offset';

/**
 * What the refusal of a page shows that may lie beyond the end of the list.
 * @param largest the largest limit that the list has accepted
 */
function* beyondLook({ status, query }: SeenExchange, largest: number): Generator<Finding> {
  const mayBeBeyond = (numberOf(query?.get('offset')) ?? 0) > 0;
  const isPage = [...(query?.keys() ?? [])].every((name) => name === 'offset' || name === 'limit');
  const limit = numberOf(query?.get('limit')) ?? 1;
  const isValid = isPage && limit > 0 && limit <= largest;

  // A 400 shows something only if nothing else in the request explains it.
  const isRefused = status === 404 || status === 416 || (status === 400 && isValid);
  if (mayBeBeyond && isRefused) yield byWord('Offset:beyond', status);
}

/** Whether the numbers in the pagination fit the request and the page. */
function* paginationLooks({ operation, query, response }: SeenExchange, page: SeenPage): Generator<Finding> {
  const { items, offset, limit, total, parameters } = page;
  const where = operation!.id;
  const { offset: shownOffset, limit: shownLimit } = membersOf(membersOf(response.body)['pagination']);
  const numbers = [shownOffset, shownLimit, total].filter((one) => typeof one === 'number');

  if (numbers.every(Number.isInteger)) yield stated('Pagination:type', 'whole numbers');

  // The pagination shows the limit that the service applied.
  const appliedLimit = typeof shownLimit === 'number' ? shownLimit : limit;
  const hasMoreThan = (most: number | undefined): boolean => items.length > (most ?? Infinity);

  if (hasMoreThan(appliedLimit) || (limit !== 0 && hasMoreThan(limit)))
    yield { kind: 'contradiction', what: 'a page has more items than its limit' };

  // A smaller limit in the pagination shows a maximum, and a list of named parties shows another limit. Other looks
  // decide about these two cases.
  const isAtMost = limit === undefined || (typeof shownLimit === 'number' && shownLimit <= limit);
  // Each row: the case, what was seen, and the alternatives that fit.
  yield* firstOf('Pagination:meaning', [
    [shownOffset !== offset, 'another offset'],
    [isAtMost || limit === 0, 'those of the request', STATED],
    [true, 'another limit'],
  ]);

  // What applies if the request names no offset, or no limit.
  if (!query!.has('offset')) yield statedIf(shownOffset === 0, 'Offset:default', 'the first page');
  const point = where === 'getUsers' ? 'UsersLimit' : 'Limit';
  // A list of named parties is not divided into pages by default.
  if (limit === undefined && !parameters.has('partyIds'))
    yield* firstOf(`${point}:default`, [
      [shownLimit === DEFAULT_LIMIT, String(DEFAULT_LIMIT), STATED],
      [typeof shownLimit === 'number', String(shownLimit)],
      [true, 'no number'],
    ]);

  // Some services write the number of items on the page as the total.
  const isTotalOfPage = offset > 0 && total === items.length && total > 0;
  if (isTotalOfPage || (total < offset + items.length && offset < total))
    yield { kind: 'contradiction', what: 'a total below the items before and on the page' };
  // With such a total, nobody knows where the list ends.
  if (offset > 0 && offset >= total && !isTotalOfPage)
    yield statedIf(items.length === 0, 'Offset:beyond', 'an empty list', 'items beyond the end');

  // A page before the end of the list must be full.
  const isShort = appliedLimit !== undefined && items.length < Math.min(appliedLimit, total - offset);
  if (isShort && shownOffset === offset)
    yield { kind: 'contradiction', what: 'a page that is not full before the total' };

  if (where === 'getUsers') yield* totalCountLook(response.body, page);
}

/** What `totalCount` of the users list counts: all rows, or the rows that pass the filters. */
function* totalCountLook(body: unknown, { total, parameters }: SeenPage): Generator<Finding> {
  const { totalCount } = membersOf(body);
  // Each row: the case, what was seen, and the alternatives that fit.
  const meaning = firstOf('UsersList.totalCount:meaning', [
    [totalCount === undefined, 'nothing', 'absent'],
    [totalCount === total, 'the total', STATED],
    [true, 'another number'],
  ]);
  const circumstance = parameters.size === 0 ? 'without filters' : 'with filters';
  for (const seen of meaning) yield { ...seen, circumstance };
}

/**
 * The parties for which the request asks, in its order. Undefined if it asks for none, or if an exporter has removed
 * one.
 */
function partiesIn({ parameters }: SeenPage): readonly string[] | undefined {
  const texts = parameters.get('partyIds')?.flatMap((text) => text.split(','));
  const wanted = texts?.map((text) => text.trim()) ?? [''];
  const areKnown = wanted.every((party) => party !== '' && !isRedacted(party));

  return areKnown ? wanted : undefined;
}

/** What a list of named parties shows: whether it has others, is paged, repeats parties, and in which order. */
function* partyLooks(exchange: SeenExchange, page: SeenPage, wanted: readonly string[]): Generator<Finding> {
  const { operation, query, response } = exchange;
  const { items, limit, total } = page;
  const where = operation!.id;
  const shownParties = items.map(({ partyId }) => String(partyId));
  const askedParties = [...new Set(wanted)];

  if (!page.parameters.has('emails') && shownParties.some((party) => !askedParties.includes(party)))
    yield { kind: 'contradiction', what: 'a list of some parties has items of others' };

  // Whether the list is divided into pages. Only a list that is longer than the default limit shows that.
  const { limit: shownLimit } = membersOf(membersOf(response.body)['pagination']);
  if (limit === undefined && query!.get('offset') === undefined && total > DEFAULT_LIMIT)
    // Each row: the case, what was seen, and the alternatives that fit.
    yield* firstOf('PartyIds:paging', [
      [items.length === total, 'the whole list', STATED],
      [shownLimit === DEFAULT_LIMIT, 'a page', 'paged'],
      [true, 'a page'],
    ]);

  // Whether a party that is named twice is shown twice. The items of a party stand together, so each party counts once.
  const shownOnce = shownParties.filter((party, at) => party !== shownParties[at - 1]);
  const isDoubled = new Set(shownOnce).size < shownOnce.length || new Set(page.keys).size < page.keys.length;
  if (askedParties.length < wanted.length && shownParties.length > 0)
    yield statedIf(!isDoubled, 'PartyIds:duplicates', 'once', 'twice');

  // Whether the parties are in the order of the request.
  const askedAndShown = askedParties.filter((party) => shownOnce.includes(party));
  const isInOrder = askedAndShown.join() === shownOnce.join();
  if (askedAndShown.length > 1 && !isDoubled)
    yield statedIf(isInOrder, `${where}:order`, 'the order of the request', 'another order');

  // Whether commas separate parties. Only a list with several parties shows how the service reads commas.
  const texts = query!.get('partyIds')!;
  if (wanted.length === texts.length || new Set(shownParties).size < 2) return;

  const isSeparated = texts.some((text) => {
    const found = text.split(',').filter((party) => shownParties.includes(party.trim()));
    return found.length > 1;
  });
  yield statedIf(isSeparated, 'PartyIds:comma', 'several parties', 'one party');
}
