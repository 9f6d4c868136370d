/** Endpoints that call one method of a sandbox, made from the table of operations and methods. */

import { membersOf } from '../../../../common/json.js';
import { CONTROL_OPERATIONS } from '../../../../contract/control-operations.js';
import type { Steps } from '../../../../common/steps.js';
import { METHOD_ROWS, type OperationMethod } from '../../methods/operation-methods.js';
import type { SandboxControl } from '../../methods/sandbox-control.js';
import type { ControlRequest, Endpoint } from '../endpoint.js';

/** The endpoints, by their `operationId` in `spec/control.yaml`. */
export const methodEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  METHOD_ROWS.map(([id, row]) => [id, endpointOf(row, CONTROL_OPERATIONS[id])]),
);

/** An endpoint that calls the method with the arguments of the request. */
function endpointOf(row: OperationMethod, operation: { readonly method: string; readonly status: number }): Endpoint {
  const isGet = operation.method === 'GET';
  const changesWorld = row.method.startsWith('world.') && !isGet;
  const countEvents = ({ world }: SandboxControl): number => (changesWorld ? world.events().events.length : 0);

  return async (request) => {
    const sandbox = request.sandbox();
    const eventsBefore = countEvents(sandbox);
    const called = callMethod(row, sandbox, request, isGet ? request.query : request.body);
    // The method has changed the world already. Count before `await`: another request could change the world meanwhile.
    const lastEvent = countEvents(sandbox);
    const result = await called;
    const shown = row.returns === undefined ? result : { [row.returns]: result };

    return {
      status: operation.status,
      body: row.showsSandbox ? sandbox.show() : shown,
      // The numbers of the events that make up the change. Clients undo the change by these numbers.
      ...(lastEvent > eventsBefore && { headers: { 'Emulator-Change': `${eventsBefore + 1}-${lastEvent}` } }),
    };
  };
}

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/**
 * Calls the method of a row with values of the request, in the order that `operation-methods.ts` describes.
 * @param input the query of a GET, or else the body
 */
function callMethod(row: OperationMethod, sandbox: SandboxControl, request: ControlRequest, input: unknown): unknown {
  // The text `clock.set` names the method `set` of the part `clock`. Other parts, such as `world`, work alike.
  const [part, name] = row.method.split('.') as ['sandbox' | 'clock', string];
  // The `id` in the path names the sandbox itself. What remains is the target of the method.
  const { id: _id, ...target } = request.path;
  const { members = [] } = row;
  const fromBody = members.map((member) => membersOf(input)[member]);
  const values = [...Object.values(target), ...fromBody, input];

  // Only methods of the journal work in steps.
  if (row.inSteps) {
    const journal = sandbox.journal as unknown as Methods;
    return request.inSteps(journal[name]!(...values) as Steps<unknown>);
  }

  const owner = (part === 'sandbox' ? sandbox : sandbox[part]) as unknown as Methods;
  return owner[name]!(...values);
}
