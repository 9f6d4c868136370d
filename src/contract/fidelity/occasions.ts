/** Whether an exchange is one of those that a point speaks of. */

import { isObject } from '../json.js';
import { type ExchangeInContract, headerIn } from './exchange-facts.js';
import type { FidelityPoint, Peculiarity } from './point.js';

/** Whether everything that `when` says is so; `value` is what the place of the point holds. */
export function isOccasion(
  { when }: Pick<FidelityPoint, 'when'>,
  exchange: ExchangeInContract,
  value?: unknown,
): boolean {
  if (when === undefined) return true;
  const { status, answer, request } = when;
  if (status !== undefined && status !== exchange.facts.response.status) return false;
  if (answer !== undefined && !hasEmptyList(exchange.facts.response.body)) return false;
  if (request !== undefined && !REQUESTS[request](exchange)) return false;
  return !('value' in when) || when.value === value;
}

const REQUESTS: Readonly<Record<Peculiarity, (exchange: ExchangeInContract) => boolean>> = {
  // What the contract does not have is never beside it.
  'unknown-operation': () => false,
  'unknown-parameter': ({ query, operation: { parameters } }) =>
    [...query.keys()].some((name) => !parameters.some((known) => known.in === 'query' && known.name === name)),
  'unknown-member': ({ facts: { request }, operation: { body } }) =>
    body !== undefined && isObject(request.body) && Object.keys(request.body).some((name) => !body.members.has(name)),
  'repeated-parameter': ({ query, operation: { parameters } }) =>
    parameters.some(({ name, type }) => type !== 'array' && (query.get(name) ?? []).length > 1),
  'with-body': ({ facts: { request } }) => request.body !== undefined,
  'repeated-item': ({ facts: { request } }) =>
    listsIn(request.body).some((items) => new Set(items.map(outlineOf)).size < items.length),
  'other-media-type': ({ facts: { request }, operation: { body } }) => {
    const sent = headerIn(request.headers, 'Content-Type');
    return (
      body !== undefined && typeof sent === 'string' && sent.split(';')[0]!.trim().toLowerCase() !== body.mediaType
    );
  },
};

/** What tells an item from the others: itself, or its plain members. What lies deeper may be deeper than the stack. */
function outlineOf(item: unknown): unknown {
  return isObject(item)
    ? JSON.stringify(Object.entries(item).filter(([, member]) => typeof member !== 'object'))
    : item;
}

function hasEmptyList(body: unknown): boolean {
  return listsIn(body).some(({ length }) => length === 0);
}

/** The body itself, or its members, as far as they are lists. */
function listsIn(body: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(body)) return [body];
  return isObject(body) ? Object.values(body).filter((member) => Array.isArray(member)) : [];
}
