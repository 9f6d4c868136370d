/** Tools for the world of a sandbox. */

import type { ControlOperationId } from '../../contract/control-operations.js';
import type { OperationObject } from '../../contract/document.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import type { Schemas } from '../../emulator/control/documents.js';
import type { CallControl } from '../../emulator/control/http/endpoint.js';
import { fittingItems, type Tool, ToolError, toolsOf } from './tool.js';

/** The tools `read_world` and `change_world`. */
export function worldTools(context: ControlContext, call: CallControl): Tool[] {
  const changes = worldChanges(context);
  const tools = toolsOf({
    read_world: async ({ sandbox = 'default', search, party, offset = 0 }) => {
      if (party !== undefined) {
        // The party in the world, and as the service shows it.
        const [inWorld, seen] = await Promise.all([
          call('getParty', { sandbox, target: party }),
          call('getSeenParty', { sandbox, target: party }),
        ]);
        return { parties: [inWorld], seen };
      }

      const query = { search, offset, limit: 20 };
      const { items, pagination } = (await call('listParties', { sandbox, query })) as Schemas['PartyList'];
      const parties = fittingItems(items).items;
      const end = offset + parties.length;
      const hiddenCount = pagination.total - end;
      const more = hiddenCount > 0 ? `${hiddenCount} are not shown; call again with offset ${end}` : undefined;

      return { parties, more };
    },
    change_world: async ({ sandbox = 'default', operation, target, body }) => {
      // The schema of the input allows only these operations: see `withChanges`.
      if (target === undefined && changes.get(operation)!.needsTarget)
        throw new ToolError(`${operation} needs a target: find its ID with read_world`);

      return { result: await call(operation as ControlOperationId, { sandbox, target, body }) };
    },
  });

  return tools.map((tool) => (tool.name === 'change_world' ? withChanges(tool, changes) : tool));
}

/** A copy of the tool. Its description and its input list the operations that change a world. */
function withChanges(tool: Tool, changes: ReadonlyMap<string, WorldChange>): Tool {
  const lines = [...changes].map(([name, { text }]) => `- ${name}: ${text}`);
  const { description, input } = tool.declared;
  const declared = {
    ...tool.declared,
    description: [description, ...lines].join('\n'),
    input: { ...input, operation: { enum: [...changes.keys()] } },
  };

  return { ...tool, declared };
}

/** An operation that changes a world. */
interface WorldChange {
  /** What it does, and an example of its body. */
  readonly text: string;
  /** Whether it needs the ID of what it changes, beside the ID of the sandbox. */
  readonly needsTarget: boolean;
}

/** The operations that change a world, as `spec/control.yaml` describes them. */
function worldChanges({ controlContract }: ControlContext): ReadonlyMap<string, WorldChange> {
  const { document, operations } = controlContract();
  const objects = Object.values(document.paths).flatMap((item) => Object.values(item)) as readonly OperationObject[];
  const changes = [...operations.values()].filter(
    // The method of an undo is DELETE. It takes the numbers of events, which no tool shows.
    ({ tags, method }) => tags.includes('world') && method !== 'get' && method !== 'delete',
  );
  const entries = changes.map(({ id, path }): [id: string, change: WorldChange] => {
    const { summary = '', requestBody } = objects.find(({ operationId }) => operationId === id)!;
    const { example } = (requestBody?.content['application/json'] ?? {}) as { example?: unknown };
    const text = example === undefined ? summary : `${summary} ${JSON.stringify(example)}`;

    // `/sandboxes/{id}/parties/{partyId}` has a placeholder beside that of the sandbox.
    return [id, { text, needsTarget: /\{(?!id\})/.test(path) }];
  });

  return new Map(entries);
}
