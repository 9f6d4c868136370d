/** Endpoints that open and list sandboxes, and endpoints for one sandbox that do more than call a method. */

import type { SandboxOptions } from '../../../options.js';
import type { Schemas } from '../../documents.js';
import { created, NO_CONTENT, ok, type Endpoint } from '../endpoint.js';
import type { ActivationEnd, ScenarioParameters } from '../../methods/scenario-control.js';

type ActivateBody = ActivationEnd &
  ({ readonly select: string } | { readonly scenario: string; readonly parameters?: ScenarioParameters });

export const sandboxEndpoints = {
  listSandboxes: async ({ emulator, query: { label = [], ...query } }) =>
    ok(await emulator.list({ ...query, labels: labelsIn(label as readonly string[]) })),
  createSandbox: ({ emulator, body = {}, address }) => {
    // The contract does not allow a path as fixture: a client over HTTP must not make the emulator read a file.
    const sandbox = emulator.open(body as SandboxOptions);
    return created(sandbox.show(), { Location: `${address}/_emulator/sandboxes/${encodeURIComponent(sandbox.id)}` });
  },
  openRecording: ({ emulator, body, query: { name } }) =>
    created(emulator.openRecording(body, name as string | undefined).show()),
  setClock: ({ sandbox, body }) => {
    const { clock } = sandbox();
    const { time = clock.now(), frozen } = body as Schemas['SetClock'];
    return ok(clock.set(time, frozen === undefined ? {} : { frozen }));
  },
  activateScenario: ({ sandbox, body }) => {
    const { scenarios } = sandbox();
    const activation = body as ActivateBody;
    const activated =
      'select' in activation
        ? scenarios.select(activation.select, activation)
        : [scenarios.use(activation.scenario, activation.parameters, activation)];

    return created({ activated, active: scenarios.active() });
  },
  listParties: ({ sandbox, query }) => {
    const { offset, limit } = query;
    const { items, total } = sandbox().world.parties(query);
    return ok({ items, pagination: { offset, limit, total } });
  },
  undoChange: ({ sandbox, path }) => {
    const [first, last] = (path['change'] as string).split('-').map(Number) as [number, number];
    sandbox().world.undo({ first, last });
    return NO_CONTENT;
  },
} satisfies Record<string, Endpoint>;

/** `name=value` for each label. */
function labelsIn(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
}
