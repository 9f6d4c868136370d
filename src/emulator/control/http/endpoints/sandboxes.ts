/** Endpoints that open, show, reset and remove sandboxes, and for their clock, their scenarios and their state. */

import type { SandboxOptions } from '../../../options.js';
import type { Schemas } from '../../documents.js';
import { created, NO_CONTENT, ok, type ControlRequest, type Endpoint } from '../endpoint.js';
import { inPieces } from '../in-steps.js';
import { unprocessable } from '../../problem.js';
import type { OwnRequest } from '../../methods/own-request.js';
import type { ActivationEnd, ScenarioParameters } from '../../methods/scenario-control.js';
import { isShippedFixture } from '../../fixtures/load-fixture.js';

type ActivateBody = ActivationEnd &
  ({ readonly select: string } | { readonly scenario: string; readonly parameters?: ScenarioParameters });

export const sandboxEndpoints = {
  listSandboxes: async ({ emulator, query: { label = [], ...query } }) =>
    ok(await emulator.list({ ...query, labels: labelsIn(label as readonly string[]) })),
  createSandbox: (request) => {
    const sandbox = request.emulator.open(optionsIn(request));
    return created(sandbox.show(), {
      Location: `${request.address}/_emulator/sandboxes/${encodeURIComponent(sandbox.id)}`,
    });
  },
  getSandbox: ({ sandbox }) => ok(sandbox().show()),
  getSandboxContract: ({ sandbox }) => ok(sandbox().contract()),
  deleteSandbox: ({ sandbox }) => {
    sandbox().remove();
    return NO_CONTENT;
  },
  mintAccessToken: ({ sandbox, body = {} }) => ok(sandbox().accessToken(body as { lifetime?: number })),
  sendRequest: async ({ sandbox, body }) => ok(await sandbox().send(body as OwnRequest)),
  resetSandbox: ({ sandbox }) => {
    const control = sandbox();
    control.reset();
    return ok(control.show());
  },

  getClock: ({ sandbox }) => ok(sandbox().clock.reading()),
  listUpcoming: ({ sandbox }) => ok({ upcoming: sandbox().upcoming() }),
  setClock: ({ sandbox, body }) => {
    const { clock } = sandbox();
    const { time = clock.now(), frozen } = body as Schemas['SetClock'];
    return ok(clock.set(time, frozen === undefined ? {} : { frozen }));
  },
  advanceClock: ({ sandbox, body }) => ok(sandbox().clock.advance((body as Schemas['AdvanceClock']).by)),
  freezeClock: ({ sandbox, body = {} }) => ok(sandbox().clock.freeze((body as Schemas['FreezeClock']).time)),
  thawClock: ({ sandbox }) => ok(sandbox().clock.thaw()),

  listActivations: ({ sandbox }) => ok({ active: sandbox().scenarios.active() }),
  selectScenarios: ({ sandbox, body }) =>
    ok({ active: sandbox().scenarios.replace((body as { select: string }).select) }),
  activateScenario: ({ sandbox, body }) => {
    const { scenarios } = sandbox();
    const activation = body as ActivateBody;
    const activated =
      'select' in activation
        ? scenarios.select(activation.select, activation)
        : [scenarios.use(activation.scenario, activation.parameters, activation)];
    return created({ activated, active: scenarios.active() });
  },
  deactivateScenarios: ({ sandbox }) => {
    sandbox().scenarios.stopAll();
    return NO_CONTENT;
  },
  deactivateScenario: ({ sandbox, path }) => {
    sandbox().scenarios.stop(path['activation'] as string);
    return NO_CONTENT;
  },

  exportState: ({ sandbox }) => ok(sandbox().state()),
  importState: ({ sandbox, body }) => {
    const control = sandbox();
    control.load(body);
    return ok(control.show());
  },
  openRecording: ({ emulator, body, query: { name } }) =>
    created(emulator.openRecording(body, name as string | undefined).show()),
  exportBundle: async ({ sandbox, inSteps }) => {
    const { steps, clock, ...head } = await inSteps(sandbox().journal.bundleInSteps());
    return inPieces({ ...head, steps: [], clock }, 'steps', steps);
  },
} satisfies Record<string, Endpoint>;

/** `name=value` for each label. */
function labelsIn(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
}

/** A client over HTTP may not make the emulator read a file: it names a shipped fixture, or sends the content. */
function optionsIn({ body = {} }: ControlRequest): SandboxOptions {
  const options = body as SandboxOptions;
  const { fixture } = options;
  if (typeof fixture === 'string' && !isShippedFixture(fixture))
    throw unprocessable(
      'There is no such fixture',
      `Expected the name of a shipped fixture, "default", "sound" or "empty", or the fixture itself, found ${JSON.stringify(fixture)}.`,
      '/fixture',
    );
  return options;
}
