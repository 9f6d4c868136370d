/** Looks at the parameter `limit`: the largest page, what happens beyond the maximum, and empty pages. */

import { membersOf } from '../../../common/json.js';
import type { RequestCheck } from '../../../contract/request.js';
import { itemsOf } from './facts.js';
import { DEFAULT_LIMIT, numberOf } from './seen-page.js';
import { fitting, other, type Seen, STATED, stated } from './look.js';
import { isSuccess, type SeenExchange } from '../../../traffic/seen-exchange.js';

/** The largest limit of the contract. Variants have smaller ones. */
const LARGEST = 100;
const SMALLER = ['20', '50'];

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
    const fits = SMALLER.filter((most) => Number(most) < limit);
    yield fitting(`${name}:maximum`, fits, 'refused', `limit=${limit}`);
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
  const maximum = `${name}:maximum`;
  const refusal = `${name}:refusal`;

  if (shown === limit && limit <= LARGEST) {
    const fits = SMALLER.filter((most) => Number(most) >= limit);
    yield fitting(maximum, [STATED, ...fits], 'accepted', asked);
  } else if (shown === limit) yield other(isFull ? maximum : refusal, 'accepted', asked);
  else if (shown < limit) {
    const fits = shown === LARGEST ? STATED : String(shown);
    yield fitting(refusal, ['clamped'], 'shortened', asked);
    yield fitting(maximum, [fits], `at most ${shown}`, asked);
  }
}

/** Whether the request has a limit that a smaller maximum would refuse. */
export function hasLargeLimit({ query }: SeenExchange): boolean {
  return (numberOf(query?.get('limit')) ?? 0) > DEFAULT_LIMIT;
}

/** Whether a large limit is the only thing in the request that the service may refuse. */
function isOverLimit(exchange: SeenExchange): boolean {
  const isSolelyLimit = [...exchange.query!].every(
    ([name, [value]]) => name === 'limit' || (name === 'offset' && value === '0'),
  );
  return isSolelyLimit && hasLargeLimit(exchange);
}
