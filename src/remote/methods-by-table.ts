/** Methods of a sandbox in another process, made from the table of operations and methods. */

import { CONTROL_OPERATIONS } from '../contract/control-operations.js';
import { METHOD_ROWS, type MethodName } from '../emulator/control/methods/operation-methods.js';
import type { SandboxControl } from '../emulator/control/methods/sandbox-control.js';
import type { ControlPlaneClient, Remote } from './control-plane-client.js';

interface Parts extends Pick<SandboxControl, 'clock' | 'scenarios' | 'holds' | 'world'> {
  readonly sandbox: SandboxControl;
}

/** The names of the methods of a part. `Method` is a parameter, so that the condition looks at each one alone. */
type NameIn<Part extends string, Method = MethodName> = Method extends `${Part}.${infer Name}` ? Name : never;

/** The methods in the table, by the part of a sandbox that has them. */
export type MethodsByTable = {
  readonly [Part in keyof Parts]: Remote<Pick<Parts[Part], keyof Parts[Part] & NameIn<Part>>>;
};

/** @param sandbox the ID of the sandbox */
export function methodsByTable(client: ControlPlaneClient, sandbox: string): MethodsByTable {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [operationId, { method, members = [], returns, showsSandbox }] of METHOD_ROWS) {
    const { path, method: verb } = CONTROL_OPERATIONS[operationId];
    const [part, name] = method.split('.') as [string, string];
    // Whether the path names something beside the sandbox, which is `{id}`.
    const hasTarget = /\{(?!id\})/.test(path);
    // Arguments come in the order that the table states: the target, members of the body, the rest.
    (parts[part] ??= {})[name] = async (...given: unknown[]): Promise<unknown> => {
      const target = hasTarget ? (given.shift() as string) : undefined;
      const ownMembers = members.map((member) => [member, given.shift()] as const);
      const [rest] = given;
      const body = ownMembers.length === 0 ? rest : { ...(rest as object), ...Object.fromEntries(ownMembers) };
      const sent = verb === 'GET' ? { query: rest as object } : { body };
      const result = await client.call<Record<string, unknown>>(operationId, { sandbox, target, ...sent });
      // Only the response shows the sandbox; the method returns nothing.
      if (showsSandbox) return undefined;

      return returns === undefined ? result : result[returns];
    };
  }

  return parts as unknown as MethodsByTable;
}
