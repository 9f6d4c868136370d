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
export const performChange: FaultPerformer<'change'> = ({ changes, missing }, { exchange }, next) => {
  const response = next();
  const { operation, contract } = exchange;
  const { document } = contract;
  const schema = operation.responses.get(response.status)?.schema;
  if (schema === undefined || response.status >= 400) return response;

  if (missing !== undefined) {
    // A place begins with its operation, as in `getUsers:items[].email`.
    const start = `${operation.id}:`;
    const ofOperation = missing.filter((text) => text.startsWith(start));
    const places = ofOperation.map((text) => text.slice(start.length));

    return { ...response, body: withoutMembers(document, schema, response.body, places) };
  }

  if (changes === undefined) {
    const body = withOtherValues(document, schema, response.body);
    return ifValid(exchange, response, body) ?? response;
  }

  const ofOperation = changes.flatMap((text) => changeOf(text, operation.id) ?? []);

  // A smaller page is another result of the operation, which is performed again with half the limit.
  const wantsSmaller = operation.method === 'get' && ofOperation.some(({ kind }) => kind === 'smaller-page');
  const items = wantsSmaller ? itemsOnPage(response.body) : 0;
  const unchanged = items > 1 ? next({ limit: Math.ceil(items / 2) }) : response;

  const withAll = withChanges(document, schema, unchanged.body, ofOperation);
  const valid = ifValid(exchange, unchanged, withAll);
  if (valid !== undefined) return valid;

  // Each change was planned alone. Together, or in another response, the result may be invalid. So the changes are
  // tried one by one, and a change that would make the response invalid is left out.
  let changed = unchanged;
  for (const change of ofOperation) {
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
