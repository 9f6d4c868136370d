/** Recordings: sandboxes of bundles, which can be looked at like live ones, and which nothing changes. */

import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import { unpredictableHex } from '../../domain/time/random.js';
import { WorldEventError } from '../../domain/world/events.js';
import { recordOf } from '../../journal/recorded-exchange.js';
import type { ControlContext } from '../control-context.js';
import { conflict } from '../problem.js';
import type { Bundle } from './bundle.js';
import { readState, refuseInvalid } from './state.js';

/**
 * Opens the recording of a bundle. It has an identity of its own, which no client can present.
 * @param name what people know it by. Default: the name of the recorded sandbox, or its ID
 * @throws Problem 409 with a store, or if too many sandboxes are open; 422 with the mistakes of the bundle
 */
export function openRecording(document: unknown, name: string | undefined, context: ControlContext): Sandbox {
  const { register, factory, journals, keeper } = context;
  if (keeper !== undefined)
    throw conflict(
      `Recordings are not kept in a store, which is ${keeper.store} here; look at the bundle with: id-emulator inspect`,
    );
  refuseInvalid(document, context.bundleValidator(), 'The bundle cannot be opened');
  const bundle = document as Bundle;
  const exchanges = bundle.steps.flatMap((step) => ('exchange' in step ? step.exchange : []));
  const sandbox = register.add(() => {
    const id = `recording-${unpredictableHex(8)}`;
    const journalSize = exchanges.length;
    const identity = { id, clientId: unpredictableHex(16), clientSecret: unpredictableHex(16), journalSize };
    const own = bundle.scenarios.map((scenario) => [scenario.name, scenario] as const);
    const catalogue = new Map([...context.catalogue, ...own]);
    const { settings, snapshot } = readState(bundle.state, identity, { ...context, catalogue });
    const { id: recordedId, clientId: recordedClientId } = bundle.sandbox;
    const shown = { ...settings, name: name ?? settings.name ?? recordedId, recordedClientId };
    const issued = { ...snapshot.issued, exchanges: exchanges.at(-1)?.id ?? 0 };
    return repeated(factory.continued(shown, { ...snapshot, issued }), bundle);
  });
  journals.fill(sandbox, exchanges.map(recordOf));
  return sandbox;
}

/** The sandbox after the actions of the bundle, at its last time. */
function repeated(sandbox: Sandbox, { steps, clock }: Bundle): Sandbox {
  for (const step of steps) {
    try {
      if ('action' in step) sandbox.repeat(step.action);
    } catch (error) {
      // A bundle does not have what the requests have changed in the world, so it may lack what an action changes.
      if (!(error instanceof WorldEventError)) throw error;
    }
  }
  sandbox.clock.set({ time: clock.time, frozen: true });
  return sandbox;
}
