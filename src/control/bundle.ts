/** A bundle: a sandbox as it was before its last exchanges, and everything that has happened since, in one document. */

import type { RecordedAction } from '../domain/sandbox/sandbox-action.js';
import type { ClockReading } from '../domain/time/sandbox-clock.js';
import type { Sandbox } from '../domain/sandbox/sandbox.js';
import type { Exchange } from '../journal/exchange.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { ControlContext } from './control-context.js';
import { conflict } from './problem.js';
import { stateOf, type SandboxState } from './state.js';

export const BUNDLE_FORMAT = 'id-emulator-bundle';
export const BUNDLE_VERSION = 1;

/** What happened: a request was answered, or somebody did something to the sandbox. */
export type BundleStep = { readonly exchange: Exchange } | { readonly action: RecordedAction };

export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  /** The version of the emulator that wrote it. */
  readonly emulator: string;
  readonly network: string;
  /** Of the service's contract. */
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly sandbox: { readonly id: string; readonly clientId: string };
  /** Scenarios that do not come with the package. */
  readonly scenarios: readonly Scenario[];
  /** As it was before the first step. */
  readonly state: SandboxState;
  readonly steps: readonly BundleStep[];
  /** What the clock showed at the end. */
  readonly clock: ClockReading;
}

/**
 * The bundle of a sandbox whose journal holds these exchanges.
 * @throws Problem 409 where nothing has been recorded
 */
export function bundleOf(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  context: Pick<ControlContext, 'contracts' | 'catalogue' | 'facts' | 'isShipped' | 'isShippedScenario'>,
): Bundle {
  const recorded = exchanges.length === 0 ? undefined : sandbox.recording.since(exchanges[0]!.id);
  if (recorded === undefined) throw conflict('There is nothing to do over: the journal is empty, or off.');
  const { checkpoint, actions } = recorded;
  const { contracts, catalogue, facts, isShipped, isShippedScenario } = context;
  const events = sandbox.world.history.slice(0, checkpoint.events);
  const snapshot = { ...checkpoint.snapshot, world: { ...checkpoint.snapshot.world, events } };
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    emulator: facts.version,
    network: facts.network,
    contract: { version: contracts.base.version, sha256: contracts.base.sha256 },
    sandbox: { id: sandbox.id, clientId: sandbox.clientId },
    scenarios: [...catalogue.values()].filter(({ name }) => !isShippedScenario(name)),
    state: stateOf(sandbox, snapshot, { isShipped, version: facts.version }),
    steps: stepsOf(
      exchanges.filter(({ id }) => id > checkpoint.after),
      actions,
    ),
    clock: sandbox.clock.reading(),
  };
}

/** Actions stand behind the exchange that they came after. */
function stepsOf(exchanges: readonly Exchange[], actions: readonly RecordedAction[]): BundleStep[] {
  const steps: BundleStep[] = [];
  let next = 0;
  for (const exchange of exchanges) {
    while (next < actions.length && actions[next]!.after < exchange.id) steps.push({ action: actions[next++]! });
    steps.push({ exchange });
  }
  for (const action of actions.slice(next)) steps.push({ action });
  return steps;
}
