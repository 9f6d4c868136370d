/** Looks at the parameters of pages: the largest page, a greater limit, empty pages, and repeated parameters. */

import { membersOf } from '../../../common/json.js';
import type { RequestCheck } from '../../../contract/request.js';
import { itemsOf } from './rows.js';
import { DEFAULT_LIMIT, numberOf } from './seen-page.js';
import { firstOf, fitting, noFit, type Sight, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** The largest limit of the contract. Variants have a smaller maximum. */
const LARGEST = 100;
/** The maxima of the variants, by their names. */
const SMALLER = ['20', '50'];

/** Looks at a request with a limit: whether the service accepts, refuses or shortens the page. */
export function* limitLook(exchange: SeenExchange, { violations }: RequestCheck): Generator<Sight> {
  const { operation, query, status, response } = exchange;
  const limit = numberOf(query!.get('limit'));
  const isOnlyMistake = violations.every(({ pointer }) => pointer === '/limit');
  // A request with another mistake may be refused because of it.
  if (limit === undefined || Number.isNaN(limit) || !isOnlyMistake) return;

  // The users list has points of its own.
  const name = operation!.id === 'getUsers' ? 'UsersLimit' : 'Limit';
  const { limit: shownLimit } = membersOf(membersOf(response.body)['pagination']);

  if (limit === 0) yield zeroSeen(`${name}:minimum`, exchange, shownLimit);
  else if (isSuccess(exchange)) yield* acceptedLimit(name, limit, response.body);
  else if (limit > LARGEST) yield stated(`${name}:refusal`, String(status));
  else if (violations.length === 0 && isOverLimit(exchange)) {
    // A limit that the contract allows was refused, so the maximum is smaller.
    const fits = SMALLER.filter((most) => Number(most) < limit);
    yield fitting(`${name}:maximum`, fits, 'refused', `limit=${limit}`);
  }
}

/** What `limit=0` leads to. @param shown the limit in the pagination */
function zeroSeen(point: string, exchange: SeenExchange, shown: unknown): Sight {
  if (!isSuccess(exchange)) return stated(point, String(exchange.status));

  const isEmpty = shown === 0 && itemsOf(exchange.response.body).length === 0;
  return isEmpty ? fitting(point, ['empty'], 'an empty list') : noFit(point, 'items');
}

/** What a page shows about the maximum: its pagination says which limit was applied. */
function* acceptedLimit(name: string, limit: number, body: unknown): Generator<Sight> {
  const { limit: appliedLimit, offset, total } = membersOf(membersOf(body)['pagination']);
  if (typeof appliedLimit !== 'number') return;

  // A page may be shortened although its pagination repeats the requested limit.
  const isFull = itemsOf(body).length >= Math.min(limit, Number(total) - Number(offset));
  const circumstance = `limit=${limit}`;
  const maximum = `${name}:maximum`;
  const refusal = `${name}:refusal`;

  if (appliedLimit < limit) {
    // The service shortens a page to its maximum.
    const fits = appliedLimit === LARGEST ? STATED : String(appliedLimit);
    yield fitting(refusal, ['clamped'], 'shortened', circumstance);
    yield fitting(maximum, [fits], `at most ${appliedLimit}`, circumstance);
  }
  if (appliedLimit !== limit) return;

  // An accepted limit rules out each smaller maximum.
  const fits = SMALLER.filter((most) => Number(most) >= limit);
  if (limit > LARGEST) yield noFit(isFull ? maximum : refusal, 'accepted', circumstance);
  else yield fitting(maximum, [STATED, ...fits], 'accepted', circumstance);
}

/** Whether the request has a limit that a smaller maximum could refuse. The default limit is never refused. */
export function hasLargeLimit({ query }: SeenExchange): boolean {
  return (numberOf(query?.get('limit')) ?? 0) > DEFAULT_LIMIT;
}

/** Whether a large limit is the only part of the request that the service may refuse. */
function isOverLimit(exchange: SeenExchange): boolean {
  const others = [...exchange.query!].filter(([name]) => name !== 'limit');
  const isFirstPage = others.every(([name, [value]]) => name === 'offset' && value === '0');
  return isFirstPage && hasLargeLimit(exchange);
}

/** Which value of a repeated parameter counts: the pagination shows it. */
export function* repeatedLook({ query, response }: SeenExchange): Generator<Sight> {
  const pagination = membersOf(membersOf(response.body)['pagination']);
  for (const name of ['offset', 'limit']) {
    const texts = query!.get(name) ?? [];
    const shown = String(pagination[name]);
    // Equal values show nothing.
    if (texts.length > 1 && texts[0] !== texts.at(-1))
      // Each row: the case, what was seen, and the alternatives that fit.
      yield* firstOf('service:repeated-parameter', [
        [texts[0] === shown, 'the first value', 'first'],
        [texts.at(-1) === shown, 'the last value', 'last'],
        [true, 'another value'],
      ]);
  }
}
