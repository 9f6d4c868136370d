/**
 * A bundle: one document with the state of a sandbox before its recorded exchanges, and everything that happened since.
 * The recording of a bundle is a read-only sandbox that can be inspected like a live one.
 */

import { shippedSchema } from '../../../common/shipped-files.js';
import type { Contract } from '../../../contract/contract.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import type { components } from '../../../contract/document-schemas.js';
import { compileSchema } from '../../../contract/documents/check-document.js';
import { DocumentError } from '../../../contract/documents/read-document.js';
import { once } from '../../../contract/schema/lazy.js';
import type { RecordedAction, ReplayHistory } from '../../domain/sandbox/replay-history.js';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import { clientSecretOf } from '../../domain/sandbox/client-secret.js';
import type { SandboxSnapshot } from '../../domain/sandbox/snapshot.js';
import { unpredictableHex } from '../../domain/time/random.js';
import type { Exchange } from '../../journal/exchange.js';
import { recordOf } from '../../journal/recorded-exchange.js';
import { checkLoadedScenario } from '../../scenarios/load-scenarios.js';
import type { Scenario } from '../../scenarios/scenario.js';
import type { ControlContext } from '../control-context.js';
import type { RecordedBehaviour } from '../documents.js';
import { conflict, type Problem, replaceProblem, unprocessable } from '../problem.js';
import { readState, refuseInvalid, stateOf, type SandboxState } from './state.js';

/** The member `format` of a bundle. It distinguishes bundles from other files. */
export const BUNDLE_FORMAT = 'id-emulator-bundle';
/** Version of the format. Since version 3, a bundle has the state at the end, and exchanges before the first state. */
export const BUNDLE_VERSION = 3;

/** Checks the shape of a bundle. */
const bundleValidator = once(() => compileSchema(shippedSchema('bundle'), shippedSchema('state')));

/** An exchange, or an action on the sandbox between exchanges. */
export type BundleStep = { readonly exchange: Exchange } | { readonly action: RecordedAction };

type Document = components['schemas']['bundle'];

/** The exchanges of a sandbox, and the states around them; `spec/bundle.schema.json` describes the rest. */
export interface Bundle extends Omit<Document, 'scenarios' | 'earlier' | 'steps' | 'state' | 'end'> {
  /** Scenarios that are not shipped with the package. */
  readonly scenarios: readonly Scenario[];
  /** Exchanges before the first known state. They are shown and judged, but cannot be replayed. */
  readonly earlier: readonly Exchange[];
  /** The state before the first step. */
  readonly state: SandboxState;
  /** The state after the last step. */
  readonly end: SandboxState;
  readonly steps: readonly BundleStep[];
}

/** The states of a bundle, which must be taken at the same moment as the list of exchanges. */
interface BundleStates {
  /** The state before the oldest exchanges, and the actions since then. Undefined if nothing was recorded. */
  readonly history: ReturnType<ReplayHistory['since']>;
  readonly end: SandboxSnapshot;
}

/** Takes the states now. @param first the number of the oldest exchange of the journal; undefined if it is empty */
export function takeStates(sandbox: Sandbox, first: number | undefined): BundleStates {
  return { history: first === undefined ? undefined : sandbox.replayHistory.since(first), end: sandbox.snapshot() };
}

/**
 * The bundle of a sandbox whose journal had these exchanges.
 * @param states taken when the journal had these exchanges
 * @param withoutSecrets removes secrets that clients wrote into the world
 * @throws Problem 409 if nothing was recorded
 */
export function bundleOf(
  sandbox: Sandbox,
  exchanges: readonly Exchange[],
  { history, end }: BundleStates,
  context: Pick<ControlContext, 'contracts' | 'catalogue' | 'facts' | 'publicUrl' | 'isShippedScenario'>,
  withoutSecrets: <Value>(value: Value) => Value,
): Bundle {
  if (history === undefined)
    throw conflict('There is nothing to export: the journal is empty, or off (--journal-size 0).');

  const { contracts, catalogue, facts, publicUrl, isShippedScenario } = context;
  // A checkpoint is the state after an exchange. Not every exchange has one: the first state known may lie later than
  // the oldest exchange.
  const { checkpoint, actions } = history;
  const events = sandbox.world.history.slice(0, checkpoint.events);
  const snapshot = { ...checkpoint.snapshot, events };
  const later = exchanges.filter(({ id }) => id > checkpoint.after);

  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    emulator: facts.version,
    network: facts.network,
    ...(publicUrl !== undefined && { publicUrl }),
    contract: { version: contracts.base.version, sha256: contracts.base.sha256 },
    sandbox: { id: sandbox.id, clientId: sandbox.clientId },
    scenarios: [...catalogue.values()].filter(({ name }) => !isShippedScenario(name)),
    earlier: exchanges.filter(({ id }) => id <= checkpoint.after),
    state: withoutSecrets(stateOf(sandbox, snapshot, facts.version)),
    end: withoutSecrets(stateOf(sandbox, end, facts.version)),
    steps: stepsOf(later, withoutSecrets(actions)),
  };
}

/** Exchanges and actions in the order in which they happened. */
function stepsOf(exchanges: readonly Exchange[], actions: readonly RecordedAction[]): BundleStep[] {
  const all = [
    ...exchanges.map((exchange) => ({ at: exchange.id, step: { exchange } })),
    // An action after exchange n comes between n and n + 1.
    ...actions.map((action) => ({ at: action.after + 0.5, step: { action } })),
  ];
  return all.toSorted((one, other) => one.at - other.at).map(({ step }) => step);
}

/**
 * Opens the recording of a bundle as a sandbox. The sandbox gets a new identity that no client can use.
 * @param name label for people. Default: the name of the recorded sandbox, or its ID
 * @param behaviour the verdicts on the recorded client, if the exchanges alone do not give them
 * @throws Problem 409 with a store, or if too many sandboxes are open; 422 with the mistakes of the bundle
 */
export function openRecording(
  document: unknown,
  name: string | undefined,
  context: ControlContext,
  behaviour?: RecordedBehaviour,
): Sandbox {
  const { register, journals, keeper } = context;
  const remedy = 'look at the bundle with: id-emulator inspect';
  if (keeper !== undefined)
    throw conflict(`Recordings are not kept in a store, which is ${keeper.store} here; ${remedy}`);

  const bundle = checkedBundle(document, context.contracts);
  const exchanges = exchangesOf(bundle).map(({ exchange }) => exchange);
  const sandbox = register.add(() => {
    const identity = {
      id: `recording-${unpredictableHex(8)}`,
      clientId: unpredictableHex(16),
      clientSecret: clientSecretOf(unpredictableHex(16)),
      journalSize: exchanges.length,
    };
    // The recorded emulator may have had scenarios that this one does not have. They count for this bundle alone.
    const ofBundle = bundle.scenarios.map((scenario) => [scenario.name, scenario] as const);
    const scenarios = new Map([...context.catalogue, ...ofBundle]);
    const catalogue = Object.assign(scenarios, { contracts: context.contracts });
    const { settings, snapshot } = replaceProblem(
      () => readState(bundle.end, identity, { ...context, catalogue }),
      (message, pointer) => refusal(message, `/end${pointer}`),
    );

    const recorded = { ...bundle.sandbox, ...(behaviour && { behaviour }) };
    const shownName = name ?? settings.name ?? bundle.sandbox.id;
    // A recording never changes, so its clock stands still.
    const clock = { time: snapshot.clock.time, frozen: true };

    return new Sandbox({ ...settings, name: shownName, recorded }, { ...snapshot, clock });
  });
  journals.fill(sandbox, exchanges.map(recordOf));

  return sandbox;
}

/** The title of the problem of a bundle with a mistake. */
const CANNOT_OPEN = 'The bundle cannot be opened';

/** The problem of a bundle that cannot be opened. */
function refusal(detail: string, pointer: string): Problem {
  return unprocessable(CANNOT_OPEN, detail, pointer);
}

/** The bundle of a document. Its states are not checked here, but when they are used. @throws Problem 422 */
function checkedBundle(document: unknown, contracts: Contracts): Bundle {
  refuseInvalid(document, bundleValidator(), CANNOT_OPEN);
  const bundle = document as Bundle;
  for (const [at, scenario] of bundle.scenarios.entries()) {
    try {
      checkLoadedScenario(scenario, contracts);
    } catch (error) {
      throw error instanceof DocumentError ? refusal(error.message, `/scenarios/${at}`) : error;
    }
  }

  refuseBadExchanges(bundle, contracts.base);

  return bundle;
}

/**
 * The most numbers that a journal may skip. Readers of a journal visit each number from the first to the last, so a
 * bundle with huge gaps would keep them busy.
 */
const MOST_LEFT_OUT = 1_000_000;

/** The exchanges of a bundle in their order, each with a JSON pointer to its place in the document. */
function exchangesOf({ earlier, steps }: Bundle): { readonly exchange: Exchange; readonly pointer: string }[] {
  return [
    ...earlier.map((exchange, at) => ({ exchange, pointer: `/earlier/${at}` })),
    ...steps.flatMap((step, at) =>
      'exchange' in step ? { exchange: step.exchange, pointer: `/steps/${at}/exchange` } : [],
    ),
  ];
}

/** @throws Problem 422 if an exchange has an unknown operation, or if the numbers do not rise or have huge gaps */
function refuseBadExchanges(bundle: Bundle, { operations }: Contract): void {
  let previous = 0;
  let leftOut = 0;
  for (const { exchange, pointer } of exchangesOf(bundle)) {
    const { id, operation } = exchange;
    if (operation !== undefined && !operations.has(operation))
      throw refusal(`There is no operation "${operation}".`, `${pointer}/operation`);

    // A journal may begin at any number.
    if (previous > 0) leftOut += Math.max(0, id - previous - 1);
    if (id <= previous || id > Number.MAX_SAFE_INTEGER || leftOut > MOST_LEFT_OUT) {
      const expected = `numbers of exchanges that rise and leave out at most ${MOST_LEFT_OUT}`;
      throw refusal(`Expected ${expected}, found ${id} after ${previous}.`, `${pointer}/id`);
    }

    previous = id;
  }
}
