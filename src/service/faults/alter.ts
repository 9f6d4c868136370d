/** Changes a valid answer, guided by the contract's schema. */

import { isObject } from '../../contract/json.js';
import { mapValue, type ChangeValue } from '../../contract/map-value.js';
import type { AlterFault } from '../../scenarios/fault.js';
import type { FaultPerformer } from './fault-performer.js';

/** Longer than most columns and buffers that a client may have for a name. */
const LONG = 'long '.repeat(2_000);
const BEYOND_ASCII = ' Ünïcødé 名前 🙂 \u202e';

export const performAlter: FaultPerformer<AlterFault> = ({ how }, { contract, operation }, next) => {
  const answer = next();
  const schema = operation.responses.get(answer.status)?.schema;
  if (schema === undefined || answer.status >= 400) return answer;
  if (how === 'empty-lists') return { ...answer, body: withoutItems(answer.body) };
  if (how === 'repeated-items') return { ...answer, body: withFirstItemTwice(answer.body) };
  return { ...answer, body: mapValue(contract.document, schema, answer.body, CHANGES[how]) };
};

const CHANGES: Readonly<Record<Exclude<AlterFault['how'], 'empty-lists' | 'repeated-items'>, ChangeValue>> = {
  'without-optional': ({ value, isRequired }) => (isRequired ? value : undefined),
  'extra-members': ({ value }) => (isObject(value) ? { ...value, addedInALaterVersion: { since: 2 } } : value),
  'unknown-enum': ({ value, schema }) =>
    schema.enum !== undefined && typeof value === 'string' ? 'ADDED_IN_A_LATER_VERSION' : value,
  'null-where-allowed': ({ value, allowsNull }) => (allowsNull ? null : value),
  'numbers-as-strings': ({ value }) => (typeof value === 'number' ? String(value) : value),
  'non-ascii': ({ value, isFreeText }) => (isFreeText ? `${value as string}${BEYOND_ASCII}` : value),
  'long-values': ({ value, isFreeText }) => (isFreeText ? `${value as string} ${LONG}` : value),
};

/** The list that an answer is, or holds under the name that all of them use. */
const LISTS = ['items', 'credentials', 'results'] as const;

function withoutItems(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  const { pagination, totalCount, ...others } = body as { pagination?: object; totalCount?: number };
  return {
    ...others,
    ...Object.fromEntries(LISTS.filter((name) => name in others).map((name) => [name, []])),
    ...(pagination !== undefined && { pagination: { ...pagination, total: 0 } }),
    ...(totalCount !== undefined && { totalCount: 0 }),
  };
}

function withFirstItemTwice(body: unknown): unknown {
  if (Array.isArray(body)) return [...(body.slice(0, 1) as unknown[]), ...(body as unknown[])];
  const members = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      (LISTS as readonly string[]).includes(name) ? withFirstItemTwice(value) : value,
    ]),
  );
}
