/** A bundle: the state of a sandbox before its recorded exchanges, and everything since then, in one document. */

import type { RecordedAction } from '../../domain/sandbox/replay-history.js';
import type { ClockReading } from '../../domain/time/clock.js';
import type { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { ControlContext } from '../control-context.js';
import { conflict } from '../problem.js';
import { stateOf, type SandboxState } from './state.js';

export const BUNDLE_FORMAT = 'id-emulator-bundle';
/** Version of the format. 2: markers in the place of secrets have types. */
export const BUNDLE_VERSION = 2;

/** An exchange, or an action on the sandbox between exchanges. */
export type BundleStep = { readonly exchange: Exchange } | { readonly action: RecordedAction };

/** Everything that is needed to replay the exchanges of a sandbox. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  /** Version of the emulator that wrote the bundle. */
  readonly emulator: string;
  readonly network: string;
  /** Options that decide which addresses responses contain; absent if they were not set. */
  readonly publicUrl?: string;
  readonly trustProxy?: boolean;
  /** Version and digest of the service's contract. */
  readonly contract: { readonly version: string; readonly sha256: string };
  readonly sandbox: { readonly id: string; readonly clientId: string };
  /** Scenarios that are not shipped with the package. */
  readonly scenarios: readonly Scenario[];
  /** The state before the first step. */
  readonly state: SandboxState;
  readonly steps: readonly BundleStep[];
  /** The clock at the end. */
  readonly clock: ClockReading;
}

/**
 * The bundle of a sandbox whose journal has these exchanges.
 * @param withoutSecrets removes what clients wrote into the world although it is secret
 * @throws Problem 409 if nothing was recorded
 */
export function bundleOf(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  context: Pick<
    ControlContext,
    'contracts' | 'catalogue' | 'facts' | 'addressOptions' | 'isShipped' | 'isShippedScenario'
  >,
  withoutSecrets: <Value>(value: Value) => Value,
): Bundle {
  const recorded = exchanges.length === 0 ? undefined : sandbox.replayHistory.since(exchanges[0]!.id);
  if (recorded === undefined)
    throw conflict('There is nothing to replay: the journal is empty, or off (--journal-size 0).');
  const { checkpoint, actions } = recorded;
  const { contracts, catalogue, facts, addressOptions, isShipped, isShippedScenario } = context;
  const events = sandbox.world.history.slice(0, checkpoint.events);
  const snapshot = { ...checkpoint.snapshot, world: { ...checkpoint.snapshot.world, events } };
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    emulator: facts.version,
    network: facts.network,
    ...addressOptions,
    contract: { version: contracts.base.version, sha256: contracts.base.sha256 },
    sandbox: { id: sandbox.id, clientId: sandbox.clientId },
    scenarios: [...catalogue.values()].filter(({ name }) => !isShippedScenario(name)),
    state: withoutSecrets(stateOf(sandbox, snapshot, { isShipped, version: facts.version })),
    steps: stepsOf(
      exchanges.filter(({ id }) => id > checkpoint.after),
      withoutSecrets(actions),
    ),
    clock: sandbox.clock.reading(),
  };
}

/** Exchanges and actions in the order in which they happened. */
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
