/** Changes a valid response, guided by the contract's schema. */

import type { Contract } from '../../../contract/contract.js';
import type { Reference, SchemaObject } from '../../../contract/document.js';
import { isObject } from '../../../common/json.js';
import { mapValue, type ChangeValue } from '../../../contract/schema/map-value.js';
import type { AlterFault } from '../../scenarios/fault.js';
import { ScenarioSelectionError } from '../../scenarios/select-scenarios.js';
import { itemsOnPage, withLists, withoutItems } from '../representations/page.js';
import type { FaultPerformer } from './fault-performer.js';

/** A text that is longer than most columns and buffers that a client has for a name. */
const LONG = 'long '.repeat(2_000);
/** Characters with accents, of other scripts, of four bytes, and one that reverses the direction of writing. */
const BEYOND_ASCII = ' Ünïcødé 名前 🙂 \u202e';

/**
 * The most characters of all texts in an altered response. To write more would take so long that other clients wait.
 */
const MOST_CHARACTERS = 8 * 1_048_576;

/** Alters a successful response whose schema is known. Other responses stay as they are. */
export const performAlter: FaultPerformer<'alter'> = ({ how }, { exchange }, next) => {
  const response = next();
  const { contract, operation } = exchange;
  const { status, body } = response;
  const schema = operation.responses.get(status)?.schema;
  if (schema === undefined || status >= 400) return response;

  return { ...response, body: alteredBody(how, body, { contract, schema }) };
};

/** An altered body, which a client should be able to handle. Returns `body` itself if there is nothing to alter. */
export function alteredBody(
  how: AlterFault['how'],
  body: unknown,
  { contract, schema }: { readonly contract: Contract; readonly schema: SchemaObject | Reference },
): unknown {
  if (how === 'empty-lists') return withoutItems(body);
  if (how === 'repeated-items') return withLists(body, (items) => [...items.slice(0, 1), ...items]);
  if (how === 'reversed-items') return withLists(body, (items) => items.toReversed());

  return mapValue(contract.document, schema, body, withinLimit(CHANGES[how], body));
}

/** A change within the limit. @throws ScenarioSelectionError as soon as the texts would become too long */
function withinLimit(change: ChangeValue, body: unknown): ChangeValue {
  let characters = 0;
  return (described) => {
    const changed = change(described);
    if (typeof changed === 'string') characters += changed.length;
    if (characters <= MOST_CHARACTERS) return changed;

    const tooMuch = 'more than 8 MiB, which is the most; ask for fewer items';
    throw new ScenarioSelectionError([`The texts of the ${itemsOnPage(body)} items would have ${tooMuch}.`]);
  };
}

/** How each value of a body changes, except for changes of whole lists. Undefined removes the value. */
const CHANGES: Readonly<
  Record<Exclude<AlterFault['how'], 'empty-lists' | 'repeated-items' | 'reversed-items'>, ChangeValue>
> = {
  'without-optional': ({ value, isRequired }) => (isRequired ? value : undefined),
  'extra-members': ({ value }) => (isObject(value) ? { ...value, addedInALaterVersion: { since: 2 } } : value),
  'unknown-enum': ({ value, schema }) =>
    schema.enum !== undefined && typeof value === 'string' ? 'ADDED_IN_A_LATER_VERSION' : value,
  'null-where-allowed': ({ value, allowsNull }) => (allowsNull ? null : value),
  'numbers-as-strings': ({ value }) => (typeof value === 'number' ? String(value) : value),
  'non-ascii': ({ value, isFreeText }) => (isFreeText ? `${value as string}${BEYOND_ASCII}` : value),
  'long-values': ({ value, isFreeText }) => (isFreeText ? `${value as string} ${LONG}` : value),
};
