/** Endpoints that call one method of a sandbox, made from the table of operations and methods. */

import { CONTROL_OPERATIONS } from '../../../../contract/control-operations.js';
import type { Steps } from '../../../../common/steps.js';
import { METHOD_ROWS, type OperationMethod } from '../../methods/operation-methods.js';
import type { SandboxControl } from '../../methods/sandbox-control.js';
import type { ControlRequest, Endpoint } from '../endpoint.js';

export const methodEndpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  METHOD_ROWS.map(([id, row]) => [id, endpointOf(row, CONTROL_OPERATIONS[id])]),
);

function endpointOf(row: OperationMethod, operation: { readonly method: string; readonly status: number }): Endpoint {
  const isGet = operation.method === 'GET';
  const changesWorld = row.method.startsWith('world.') && !isGet;
  return async (request) => {
    const sandbox = request.sandbox();
    const before = changesWorld ? sandbox.world.events().events.length : 0;
    const called = callMethod(row, sandbox, request, isGet ? request.query : request.body);
    // Count before `await`: another request could change the world meanwhile.
    const last = changesWorld ? sandbox.world.events().events.length : 0;
    const result = await called;
    const shown = row.returns === undefined ? result : { [row.returns]: result };

    return {
      status: operation.status,
      body: row.showsSandbox ? sandbox.show() : shown,
      // Clients undo the change by the numbers of its events.
      ...(last > before && { headers: { 'Emulator-Change': `${before + 1}-${last}` } }),
    };
  };
}

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

/** Calls the method of a row with the values of the request. @param input the query of a GET, or else the body */
function callMethod(
  { method, members = [], inSteps }: OperationMethod,
  sandbox: SandboxControl,
  request: ControlRequest,
  input: unknown,
): unknown {
  const [part, name] = method.split('.') as ['sandbox' | 'clock', string];
  const { id: _id, ...target } = request.path;
  const memberValues = members.map((member) => (input as Readonly<Record<string, unknown>> | undefined)?.[member]);
  const owner = part === 'sandbox' ? sandbox : sandbox[part];
  const methods = (inSteps ? sandbox.journal : owner) as unknown as Methods;
  const result = methods[name]!(...Object.values(target), ...memberValues, input);

  return inSteps ? request.inSteps(result as Steps<unknown>) : result;
}
