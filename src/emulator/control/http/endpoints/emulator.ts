/** Endpoints of the emulator as a whole, and endpoints of its sandboxes that do more than call a method. */

import type { Contract } from '../../../../contract/contract.js';
import { countByBasis, selectPoints } from '../../../../contract/fidelity/select-points.js';
import type { SandboxOptions } from '../../../options.js';
import { documentAt } from '../../methods/document-at.js';
import type { ControlContext } from '../../control-context.js';
import { created, NO_CONTENT, ok, type Endpoint } from '../endpoint.js';
import { Problem } from '../../problem.js';

export const emulatorEndpoints = {
  getHealth: async ({ emulator }) => ok(await emulator.health()),
  getLiveness: () => ok({ status: 'ok' }),
  getReadiness: async ({ context: { keeper } }) => {
    const trouble = await keeper?.trouble();
    if (trouble !== undefined) throw new Problem(503, 'Not ready', trouble);
    return ok({ status: 'ok' });
  },
  getServiceContract: ({ context, address }) => ok(documentAt(servedContract(context).document, address)),
  getControlContract: ({ context, address }) => ok(documentAt(context.controlContract().document, address)),
  getFidelity: ({ context, query }) => {
    const points = selectPoints(servedContract(context).fidelity().points, query);
    return ok({ counts: countByBasis(points), points });
  },
  listScenarios: ({ context }) => ok({ scenarios: [...context.catalogue.values()] }),
  resetEmulator: ({ emulator }) => {
    emulator.reset();
    return NO_CONTENT;
  },
  listSandboxes: async ({ emulator, query }) => {
    const { label: labels = [], ...others } = query;
    return ok(await emulator.list({ ...others, labels: parseLabels(labels as readonly string[]) }));
  },
  createSandbox: ({ emulator, body = {}, address }) => {
    // The contract does not allow a path as fixture: a client over HTTP must not make the emulator read a file.
    const sandbox = emulator.open(body as SandboxOptions);
    const location = `${address}/_emulator/sandboxes/${encodeURIComponent(sandbox.id)}`;
    return created(sandbox.show(), { Location: location });
  },
  openRecording: ({ emulator, body, query: { name } }) =>
    created(emulator.openRecording(body, name as string | undefined).show()),
  listParties: ({ sandbox, query }) => {
    const { offset, limit } = query;
    const { items, total } = sandbox().world.parties(query);
    return ok({ items, pagination: { offset, limit, total } });
  },
  undoChange: ({ sandbox, path }) => {
    // `12-14`, as in the `Emulator-Change` header.
    const [first, last] = (path['change'] as string).split('-').map(Number) as [number, number];
    sandbox().world.undo({ first, last });
    return NO_CONTENT;
  },
} satisfies Record<string, Endpoint>;

/** The contract of the default sandbox, which is the contract that the emulator was started with. */
function servedContract({ contracts, register }: ControlContext): Contract {
  return contracts.in(register.existing('default').settings);
}

/** The labels in texts such as `team=blue`: the name before the first equals sign, and the value after it. */
function parseLabels(texts: readonly string[]): Readonly<Record<string, string>> {
  const labels = texts.map((text) => {
    const equals = text.indexOf('=');
    return [text.slice(0, equals), text.slice(equals + 1)] as const;
  });
  return Object.fromEntries(labels);
}
