/** Tools for the world of a sandbox. */

import type { ControlOperationId } from '../../contract/control-operations.js';
import type { OperationObject } from '../../contract/document.js';
import type { ControlContext } from '../../emulator/control/control-context.js';
import type { CallControl } from '../../emulator/control/http/endpoint.js';
import { MORE, OFFSET, fittingItems, SANDBOX, tool, type Tool, ToolError } from './tool.js';

/** The tools. */
export function worldTools(context: ControlContext, call: CallControl): Tool[] {
  const changes = worldChanges(context);
  return [
    tool({
      name: 'read_world',
      title: 'Read the world',
      description:
        'Lists the parties of a sandbox, or shows one with its credentials, and what the institution sees of it. Use it to find the IDs that change_world needs.',
      input: {
        sandbox: SANDBOX,
        search: { type: 'string', description: 'Part of a name, an e-mail address or an ID.' },
        party: { type: 'string', description: 'The ID of one party.' },
        offset: OFFSET,
      },
      output: { parties: { type: 'array', items: { type: 'object' } }, seen: { type: 'object' }, more: MORE },
      effect: 'none',
      untrusted: ['parties'],
      run: async ({ sandbox = 'default', search, party, offset = 0 }) => {
        if (party !== undefined) {
          const [shown, seen] = await Promise.all([
            call('getParty', { sandbox, target: party }),
            call('getSeenParty', { sandbox, target: party }),
          ]);
          return { parties: [shown], seen };
        }
        const query = { search, offset, limit: 20 };
        const { items, pagination } = (await call('listParties', { sandbox, query })) as {
          items: readonly object[];
          pagination: { readonly total: number };
        };
        const shown = fittingItems(items).items;
        const rest = pagination.total - offset - shown.length;
        return {
          parties: shown,
          ...(rest > 0 && { more: `${rest} are not shown; call again with offset ${offset + shown.length}` }),
        };
      },
    }),
    tool({
      name: 'change_world',
      title: 'Change the world',
      description: `Changes a party or a credential of a sandbox. Operations, and an example of the body where there is one:\n${[...changes].map(([name, { text }]) => `- ${name}: ${text}`).join('\n')}`,
      input: {
        sandbox: SANDBOX,
        operation: { enum: [...changes.keys()] },
        target: { type: 'string', description: 'The ID of the party or credential, as read_world shows it.' },
        body: { type: 'object', description: 'As the operation takes it. A mistake is explained.' },
      },
      required: ['operation'],
      output: { result: { type: 'object' } },
      effect: 'loss',
      run: async ({ sandbox = 'default', operation, target, body }) => {
        if (target === undefined && changes.get(operation)!.needsTarget)
          throw new ToolError(`${operation} needs a target: find its ID with read_world`);
        return { result: await call(operation as ControlOperationId, { sandbox, target, body }) };
      },
    }),
  ];
}

interface WorldChange {
  readonly text: string;
  readonly needsTarget: boolean;
}

/** The operations that change a world, as `spec/control.yaml` describes them. */
function worldChanges({ controlContract }: ControlContext): ReadonlyMap<string, WorldChange> {
  const { document, operations } = controlContract();
  const objects = Object.values(document.paths).flatMap((item) => Object.values(item)) as readonly OperationObject[];
  return new Map(
    [...operations.values()]
      // An undo takes the numbers of events, which no tool shows.
      .filter(({ tags, method }) => tags.includes('world') && method !== 'get' && method !== 'delete')
      .map(({ id, path }): [string, WorldChange] => {
        const { summary = '', requestBody } = objects.find(({ operationId }) => operationId === id)!;
        const { example } = (requestBody?.content['application/json'] ?? {}) as { example?: unknown };
        const text = example === undefined ? summary : `${summary} ${JSON.stringify(example)}`;
        return [id, { text, needsTarget: /\{(?!id\})/.test(path) }];
      }),
  );
}
