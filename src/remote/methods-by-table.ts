/** Methods of a sandbox in another process, made from the table of operations and methods. */

import { CONTROL_OPERATIONS } from '../contract/control-operations.js';
import { METHOD_ROWS, type MethodName } from '../emulator/control/methods/operation-methods.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { ControlPlaneClient, Remote } from './control-plane-client.js';

/** The parts of a sandbox that have methods. The sandbox itself has the others. */
interface Parts extends Pick<SandboxControl, 'clock' | 'scenarios' | 'holds' | 'world'> {
  readonly sandbox: SandboxControl;
}

/**
 * The names of the methods of a part, such as `advance` for `clock`. `Method` is a parameter, so that TypeScript
 * applies the condition to each name of the union alone.
 */
type NameIn<Part extends string, Method = MethodName> = Method extends `${Part}.${infer Name}` ? Name : never;

/** The methods in the table, by the part of a sandbox that has them. */
export type MethodsByTable = {
  readonly [Part in keyof Parts]: Remote<Pick<Parts[Part], keyof Parts[Part] & NameIn<Part>>>;
};

/** Makes the methods of a sandbox: each sends the request of its operation. @param sandbox the ID of the sandbox */
export function methodsByTable(client: ControlPlaneClient, sandbox: string): MethodsByTable {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [operationId, { method, members = [], returns, showsSandbox }] of METHOD_ROWS) {
    const { path, method: verb } = CONTROL_OPERATIONS[operationId];
    // A method has the form `clock.advance`.
    const [part, name] = method.split('.') as [string, string];
    const methods = (parts[part] ??= {});

    // Whether the path names something in addition to the sandbox, such as a party. `{id}` is the sandbox.
    const hasTarget = /\{(?!id\})/.test(path);
    // A method takes its arguments in this order: the target if there is one, the members of the body that the table
    // names, and an object with all other members.
    methods[name] = async (...given: unknown[]): Promise<unknown> => {
      const target = hasTarget ? (given[0] as string) : undefined;
      const parameters = hasTarget ? given.slice(1) : given;

      const namedMembers = members.map((member, at) => [member, parameters[at]] as const);
      const others = parameters[members.length];
      const body = members.length === 0 ? others : { ...(others as object), ...Object.fromEntries(namedMembers) };
      const sent = verb === 'GET' ? { query: others as object } : { body };

      const result = await client.call<Record<string, unknown>>(operationId, { sandbox, target, ...sent });
      // The response over HTTP shows the sandbox, but the method of `SandboxControl` returns nothing.
      if (showsSandbox) return undefined;

      return returns === undefined ? result : result[returns];
    };
  }

  return parts as unknown as MethodsByTable;
}
