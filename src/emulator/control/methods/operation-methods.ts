/**
 * The operations of `spec/control.yaml` that are methods of a sandbox: their `x-method` names the method. Both sides of
 * HTTP are made from this table: endpoints that call the methods (`http/endpoints/by-method.ts`), and methods of a
 * remote sandbox that call the operations (`remote/methods-by-table.ts`). Other operations are written by hand on both
 * sides.
 *
 * A method takes its arguments in this order, and absent arguments are skipped: the last parameter of the path, the
 * `members` of the body, and then the query (of a GET) or the body (of any other request).
 *
 * Some rows are for one side alone. A remote sandbox has no `journal`. Endpoints that do more than call the method are
 * written by hand, and replace those of the table (`http/control-plane.ts`).
 */

import { CONTROL_OPERATIONS, type ControlOperationId } from '../../../contract/control-operations.js';

/** The method behind an operation of the control plane, and how arguments and result are sent. */
export interface OperationMethod {
  /** A method of `SandboxControl`, or of one of its parts: `clock.set`. */
  readonly method: MethodName;
  /** Members of the body that are arguments of their own. Default: none. */
  readonly members?: readonly string[];
  /** The member of the response's body that contains the method's result. Default: the whole body is the result. */
  readonly returns?: string;
  /** The method returns nothing; the response shows the sandbox. */
  readonly showsSandbox?: true;
  /** The method takes long, so the endpoint calls its counterpart in the journal, which works in steps. */
  readonly inSteps?: true;
}

type CalledBy<Operation> = Operation extends { readonly calls: { readonly method: infer Name } } ? Name : never;

/** The methods that operations call. */
export type MethodName = CalledBy<(typeof CONTROL_OPERATIONS)[ControlOperationId]>;

/** Each operation that calls a method, and how. */
export const METHOD_ROWS = Object.entries(CONTROL_OPERATIONS).flatMap(([id, operation]) =>
  'calls' in operation ? [[id as ControlOperationId, operation.calls as OperationMethod] as const] : [],
);
