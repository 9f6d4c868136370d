/** Looks at the parameter `limit`: the largest page, what happens beyond the maximum, and empty pages. */

import { membersOf } from '../../../common/json.js';
import type { RequestCheck } from '../../../contract/request.js';
import { itemsOf } from './facts.js';
import { DEFAULT_LIMIT, numberOf } from './seen-page.js';
import { fitting, other, type Seen, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

const LARGEST = 100;

/** The largest page: whether the service refuses or shortens a page beyond its maximum. */
export function* limitLook(exchange: SeenExchange, { violations }: RequestCheck): Generator<Seen> {
  const { operation, query, status, response } = exchange;
  const limit = numberOf(query!.get('limit'));
  const isOnlyMistake = violations.every(({ pointer }) => pointer === '/limit');
  if (limit === undefined || Number.isNaN(limit) || !isOnlyMistake) return;

  const name = operation!.id === 'getUsers' ? 'UsersLimit' : 'Limit';
  const { limit: shown } = membersOf(membersOf(response.body)['pagination']);

  if (limit === 0) yield zeroSeen(`${name}:minimum`, exchange, shown);
  else if (isSuccess(exchange)) yield* acceptedLimit(name, limit, response.body);
  else if (limit > LARGEST) yield stated(`${name}:refusal`, String(status));
  else if (violations.length === 0 && isOverLimit(exchange)) {
    const smaller = ['20', '50'].filter((most) => Number(most) < limit);
    yield fitting(`${name}:maximum`, smaller, 'refused', `limit=${limit}`);
  }
}

function zeroSeen(point: string, exchange: SeenExchange, shown: unknown): Seen {
  if (!isSuccess(exchange)) return stated(point, String(exchange.status));

  const isEmpty = shown === 0 && itemsOf(exchange.response.body).length === 0;
  return isEmpty ? fitting(point, ['empty'], 'an empty list') : other(point, 'items');
}

function* acceptedLimit(name: string, limit: number, body: unknown): Generator<Seen> {
  const { limit: shown, offset, total } = membersOf(membersOf(body)['pagination']);
  if (typeof shown !== 'number') return;

  // A page may be shortened although its pagination repeats the limit.
  const isFull = itemsOf(body).length >= Math.min(limit, Number(total) - Number(offset));
  const asked = `limit=${limit}`;
  const fits = [STATED, '20', '50'].filter((most) => Number(most === STATED ? LARGEST : most) >= limit);

  if (shown === limit && limit <= LARGEST) yield fitting(`${name}:maximum`, fits, 'accepted', asked);
  else if (shown === limit) yield other(isFull ? `${name}:maximum` : `${name}:refusal`, 'accepted', asked);
  else if (shown < limit) {
    yield fitting(`${name}:refusal`, ['clamped'], 'shortened', asked);
    yield fitting(`${name}:maximum`, [shown === LARGEST ? STATED : String(shown)], `at most ${shown}`, asked);
  }
}

/** Whether the request has a limit that a smaller maximum would refuse. */
export function hasLargeLimit({ query }: SeenExchange): boolean {
  return (numberOf(query?.get('limit')) ?? 0) > DEFAULT_LIMIT;
}

/** Whether it has nothing else to refuse. */
function isOverLimit(exchange: SeenExchange): boolean {
  const others = [...exchange.query!].filter(
    ([name, [value]]) => name !== 'limit' && (name !== 'offset' || value !== '0'),
  );
  return hasLargeLimit(exchange) && others.length === 0;
}
