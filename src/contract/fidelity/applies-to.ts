/** Decides whether an exchange meets the conditions of a point: `when` in `x-fidelity`. */

import { isUtf8 } from '../reading/charsets.js';
import { charsetOf, headerValue, mediaTypeOf } from '../headers.js';
import { isObject } from '../../common/json.js';
import type { ExchangeInContract } from './exchange-facts.js';
import type { FidelityPoint, Peculiarity } from './point.js';

/**
 * Whether the exchange meets every condition of the point: `when` in `x-fidelity`.
 * @param value the value of the exchange at the place of the point
 */
export function appliesTo(
  { when }: Pick<FidelityPoint, 'when'>,
  exchange: ExchangeInContract,
  value?: unknown,
): boolean {
  if (when === undefined) return true;
  const { status, answer, request, requestHeader } = when;
  if (status !== undefined && status !== exchange.facts.response.status) return false;
  if (answer !== undefined && listsIn(exchange.facts.response.body).every(({ length }) => length > 0)) return false;
  if (request !== undefined && !REQUESTS[request](exchange)) return false;
  if (requestHeader !== undefined && headerValue(exchange.facts.request.headers, requestHeader) === undefined)
    return false;
  return !('value' in when) || when.value === value;
}

const REQUESTS: Readonly<Record<Peculiarity, (exchange: ExchangeInContract) => boolean>> = {
  // An exchange in the contract always has a known operation.
  'unknown-operation': () => false,
  'unknown-parameter': ({ query, operation: { parameters } }) =>
    [...query.keys()].some((name) => !parameters.some((known) => known.in === 'query' && known.name === name)),
  'unknown-member': ({ facts: { request }, operation: { body } }) =>
    body !== undefined && isObject(request.body) && Object.keys(request.body).some((name) => !body.members.has(name)),
  'repeated-parameter': ({ query, operation: { parameters } }) =>
    parameters.some(({ name, type }) => type !== 'array' && (query.get(name) ?? []).length > 1),
  'with-body': ({ facts: { request } }) => request.body !== undefined,
  'without-body': ({ facts: { request }, operation }) => operation.body !== undefined && request.body === undefined,
  'surplus-body': ({ facts: { request }, operation }) =>
    operation.body === undefined && Number(headerValue(request.headers, 'Content-Length') ?? 0) > 0,
  head: ({ facts: { request } }) => request.method === 'HEAD',
  'malformed-encoding': ({ facts: { request }, query }) =>
    typeof request.query === 'string' && request.query.includes('%') && query.size === 0,
  'repeated-item': ({ facts: { request } }) =>
    listsIn(request.body).some((items) => new Set(items.map(itemIdentity)).size < items.length),
  'other-media-type': ({ facts: { request }, operation: { body } }) => {
    const sent = headerValue(request.headers, 'Content-Type');
    return body !== undefined && typeof sent === 'string' && mediaTypeOf(sent) !== body.mediaType;
  },
  'other-charset': ({ facts: { request }, operation: { body } }) => {
    const sent = headerValue(request.headers, 'Content-Type');
    return body !== undefined && typeof sent === 'string' && !isUtf8(charsetOf(sent));
  },
};

/** Identifies an item by its scalar members: deeper ones could overflow the stack. */
function itemIdentity(item: unknown): unknown {
  if (!isObject(item)) return item;
  return JSON.stringify(Object.entries(item).filter(([, member]) => typeof member !== 'object'));
}

/** The body itself or its members, if they are lists. */
function listsIn(body: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(body)) return [body];
  return isObject(body) ? Object.values(body).filter((member) => Array.isArray(member)) : [];
}
