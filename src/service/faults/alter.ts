/** Changes a valid response, guided by the contract's schema. */

import { isObject } from '../../contract/json.js';
import { mapValue, type ChangeValue } from '../../contract/map-value.js';
import type { AlterFault } from '../../scenarios/fault.js';
import { withFirstItemTwice, withoutItems } from '../representations/page.js';
import type { FaultPerformer } from './fault-performer.js';

/** Longer than most columns and buffers that a client has for a name. */
const LONG = 'long '.repeat(2_000);
const BEYOND_ASCII = ' Ünïcødé 名前 🙂 \u202e';

export const performAlter: FaultPerformer<AlterFault> = ({ how }, { exchange }, next) => {
  const response = next();
  const { contract, operation } = exchange;
  const schema = operation.responses.get(response.status)?.schema;
  if (schema === undefined || response.status >= 400) return response;
  switch (how) {
    case 'empty-lists':
      return { ...response, body: withoutItems(response.body) };
    case 'repeated-items':
      return { ...response, body: withFirstItemTwice(response.body) };
    default:
      return { ...response, body: mapValue(contract.document, schema, response.body, CHANGES[how]) };
  }
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
