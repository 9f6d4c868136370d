/** Changes members and lists of a valid response to other values that the contract also allows. */

import { ALLOWED_CHANGE_KINDS, type AllowedChange } from '../../../contract/schema/allowed-changes.js';
import { withChanges, withOtherValues, withoutMembers } from '../../../contract/schema/allowed-changes.js';
import { responseViolations } from '../../../contract/response.js';
import { itemsOnPage } from '../representations/page.js';
import type { ServiceResponse } from '../service-response.js';
import type { Decided } from '../exchange.js';
import type { FaultPerformer } from './fault-performer.js';

/**
 * Applies changes to a successful response. `missing` names members that are left out, although the contract may
 * require them. Without `changes` and `missing`, each value becomes another valid value.
 */
export const performChange: FaultPerformer<'change'> = ({ changes: texts, missing }, { exchange }, next) => {
  const whole = next();
  const { operation, contract } = exchange;
  const { document } = contract;
  const schema = operation.responses.get(whole.status)?.schema;
  if (schema === undefined || whole.status >= 400) return whole;

  if (missing !== undefined) {
    // A place begins with its operation, as in `getUsers:items[].email`.
    const start = `${operation.id}:`;
    const ofOperation = missing.filter((text) => text.startsWith(start));
    const places = ofOperation.map((text) => text.slice(start.length));

    return { ...whole, body: withoutMembers(document, schema, whole.body, places) };
  }

  if (texts === undefined) {
    const others = withOtherValues(document, schema, whole.body);
    return ifValid(exchange, whole, others) ?? whole;
  }

  const changes = texts.flatMap((text) => changeOf(text, operation.id) ?? []);
  // A smaller page is another result of the operation, which is performed again with half the limit.
  const wantsSmaller = operation.method === 'get' && changes.some(({ kind }) => kind === 'smaller-page');
  const items = wantsSmaller ? itemsOnPage(whole.body) : 0;
  const response = items > 1 ? next({ limit: Math.ceil(items / 2) }) : whole;
  const withAll = ifValid(exchange, response, withChanges(document, schema, response.body, changes));
  if (withAll !== undefined) return withAll;

  // Each change was planned alone. Together, or in another response, the result may be invalid. So the changes are
  // tried one by one, and a change that would make the response invalid is left out.
  let changed = response;
  for (const change of changes) {
    const body = withChanges(document, schema, changed.body, [change]);
    changed = ifValid(exchange, changed, body) ?? changed;
  }

  return changed;
};

/** The response with another body; undefined if the contract does not allow that. */
function ifValid({ operation }: Decided, response: ServiceResponse, body: unknown): ServiceResponse | undefined {
  const changed = { ...response, body };
  return responseViolations(operation, changed).length === 0 ? changed : undefined;
}

/** The change in `getUsers:items[].email:null`; undefined if the text is for another operation, or is no change. */
function changeOf(text: string, operation: string): AllowedChange | undefined {
  const [id, place = '', name] = text.split(':');
  const kind = ALLOWED_CHANGE_KINDS.find((known) => known === name);
  return id === operation && kind !== undefined ? { place, kind } : undefined;
}
