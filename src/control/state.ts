/** The state of a sandbox as a document: exported, checked, imported. */

import { escapePointer } from '../contract/json.js';
import { SandboxClock, type ClockReading } from '../domain/time/sandbox-clock.js';
import type { SandboxSnapshot } from '../domain/sandbox/sandbox-snapshot.js';
import type { Sandbox, SandboxSettings } from '../domain/sandbox/sandbox.js';
import type { Activation } from '../domain/sandbox/activation.js';
import { WorldEventError } from '../domain/world/events.js';
import type { Fixture } from '../domain/world/fixture.js';
import { Base } from '../domain/world/base.js';
import { World } from '../domain/world/world.js';
import type { SchemaCheck } from './schema-check.js';
import { unusable } from './problem.js';
import type { SandboxFactory } from './sandbox-factory.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { SPECIFICATION } from '../contract/contract.js';
import { nearest } from '../contract/suggestions.js';
import { nonDefaultChoices, mistakenChoices } from '../contract/variants/choose-variants.js';
import type { Contracts } from '../contract/variants/contracts.js';
import { NO_VARIANTS, type VariantChoices } from '../contract/variants/variant-point.js';
import { ScenarioSelectionError, selectScenarios } from '../scenarios/select-scenarios.js';

export const STATE_FORMAT = 'id-emulator-state';
/** Of the document's form; another one is not read. */
export const STATE_VERSION = 1;

/** How the sandbox was set up, and what it becomes again when it is reset. */
export interface StateOptions {
  readonly name?: string;
  /** The name of a shipped fixture, or the parties themselves. */
  readonly fixture: string | Fixture;
  readonly seed: number;
  readonly population: number;
  readonly tokenTtl: number;
  readonly linkTtl: number;
  readonly strict: boolean;
  /** Absent where it is the specification's. */
  readonly revision?: string;
  /** Absent where there are none. */
  readonly variants?: VariantChoices;
  readonly clock?: ClockReading;
  readonly activations: readonly Activation[];
}

/** Everything that tells a sandbox from a new one. Times are milliseconds since 1970. */
export interface SandboxState extends Omit<SandboxSnapshot, 'world'> {
  readonly format: typeof STATE_FORMAT;
  readonly version: typeof STATE_VERSION;
  /** The version of the emulator that wrote it. */
  readonly emulator: string;
  readonly options: StateOptions;
  /** When the sandbox's clock started. */
  readonly epoch: number;
  readonly events: SandboxSnapshot['world']['events'];
  readonly scheduled: SandboxSnapshot['world']['scheduled'];
}

/** What importing works with. */
export interface ImportMaterial {
  readonly factory: SandboxFactory;
  readonly catalogue: Catalogue;
  readonly contracts: Contracts;
  readonly isShipped: (fixture: string) => boolean;
  /** Holds a document against `spec/state.schema.json`. */
  readonly checkState: SchemaCheck;
}

/** The state of a sandbox now, or as a snapshot has it. */
export function stateOf(
  { settings }: Sandbox,
  { world, ...snapshot }: SandboxSnapshot,
  { isShipped, version }: { readonly isShipped: (fixture: string) => boolean; readonly version: string },
): SandboxState {
  const { base, name, tokenTtl, linkTtl, strict, revision, variants, clock, activations } = settings;
  const { fixture, seed, population } = base;
  return {
    format: STATE_FORMAT,
    version: STATE_VERSION,
    emulator: version,
    options: {
      ...(name !== undefined && { name }),
      fixture: isShipped(fixture.name) ? fixture.name : fixture,
      seed,
      population: population.size,
      tokenTtl,
      linkTtl,
      strict,
      ...(revision !== SPECIFICATION && { revision }),
      ...(Object.keys(variants).length > 0 && { variants }),
      ...(clock !== undefined && { clock }),
      activations,
    },
    epoch: world.epoch,
    ...snapshot,
    events: world.events,
    scheduled: world.scheduled,
  };
}

/**
 * Settings and snapshot for a sandbox of that identity that goes on from the state.
 * @throws Problem 422 which tells what is wrong with the document, and where
 */
export function readState(
  document: unknown,
  identity: Pick<SandboxSettings, 'id' | 'clientId' | 'clientSecret' | 'journalSize'>,
  material: ImportMaterial,
): { readonly settings: SandboxSettings; readonly snapshot: SandboxSnapshot } {
  const { version } = document as { version?: unknown };
  if (version !== STATE_VERSION)
    throw unusable(
      'This state is of another version',
      `Expected version ${STATE_VERSION}, found ${JSON.stringify(version)}.`,
      '/version',
    );
  material.checkState(document, 'The state cannot be imported');
  const state = document as SandboxState;
  const { fixture, seed, population, revision = SPECIFICATION, variants = NO_VARIANTS, ...options } = state.options;
  const base =
    typeof fixture === 'string' ? shippedBase(fixture, state, material) : new Base(fixture, seed, population);
  const { epoch, events, scheduled, clock, issued, activations, calls, windows, spoiltTokens } = state;
  refuseUnknownScenarios(state, material);
  refuseUnknownRevision(revision, material);
  refuseUnknownVariants(variants, material);
  refuseFailingParties(base, material);
  refuseBrokenEvents(base, state, material);
  return {
    settings: {
      ...identity,
      ...options,
      revision,
      variants: nonDefaultChoices(variants, material.contracts.points),
      base,
    },
    snapshot: { clock, issued, activations, calls, windows, spoiltTokens, world: { epoch, events, scheduled } },
  };
}

function shippedBase(
  fixture: string,
  { options: { seed, population } }: SandboxState,
  { factory, isShipped }: ImportMaterial,
): Base {
  if (!isShipped(fixture))
    throw unusable('The state cannot be imported', `There is no shipped fixture "${fixture}".`, '/options/fixture');
  return factory.baseOf(fixture, seed, population);
}

function refuseUnknownScenarios({ activations, options }: SandboxState, { catalogue }: ImportMaterial): void {
  for (const [pointer, list] of [
    ['/activations', activations],
    ['/options/activations', options.activations],
  ] as const) {
    const at = list.findIndex(({ scenario }) => !catalogue.has(scenario));
    if (at === -1) continue;
    const { scenario } = list[at]!;
    throw unusable(
      'The state cannot be imported',
      `There is no scenario "${scenario}"${nearest(scenario, [...catalogue.keys()])}.`,
      `${pointer}/${at}/scenario`,
    );
  }
}

function refuseUnknownRevision(revision: string, { contracts: { revisions } }: ImportMaterial): void {
  if (!revisions.includes(revision))
    throw unusable(
      'The state cannot be imported',
      `There is no revision "${revision}"${nearest(revision, revisions)}.`,
      '/options/revision',
    );
}

function refuseUnknownVariants(variants: VariantChoices, { contracts: { points } }: ImportMaterial): void {
  for (const [point, name] of Object.entries(variants)) {
    const [mistake] = mistakenChoices({ [point]: name }, points);
    if (mistake !== undefined)
      throw unusable(
        'The state cannot be imported',
        `Of its variants, ${mistake}.`,
        `/options/variants/${escapePointer(point)}`,
      );
  }
}

function refuseFailingParties({ cast }: Base, { catalogue }: ImportMaterial): void {
  cast.forEach(({ scenario }, at) => {
    try {
      if (scenario !== undefined) selectScenarios(scenario, catalogue, { selector: 'party' });
    } catch (error) {
      if (!(error instanceof ScenarioSelectionError)) throw error;
      throw unusable(
        'The state cannot be imported',
        `The scenario of party ${at} cannot be followed: ${error.message}`,
        `/options/fixture/parties/${at}/scenario`,
      );
    }
  });
}

/** Finds the first event, past or scheduled, that does not fit what the events before it have left. */
function refuseBrokenEvents(
  base: Base,
  { clock, epoch, events, scheduled }: SandboxState,
  { catalogue }: ImportMaterial,
): void {
  const world = new World(base, new SandboxClock(clock), { epoch, events: [], scheduled: [] });
  const past = events.map((event, at) => ({ event, name: `Event ${at}`, pointer: `/events/${at}` }));
  const future = scheduled.map(({ event }, at) => ({
    event,
    name: `Scheduled event ${at}`,
    pointer: `/scheduled/${at}/event`,
  }));
  for (const { event, name, pointer } of [...past, ...future]) {
    try {
      world.apply(event);
      const scenario = world.party(event.partyId)?.scenario;
      if (scenario !== undefined) selectScenarios(scenario, catalogue, { selector: 'party' });
    } catch (error) {
      if (!(error instanceof WorldEventError || error instanceof ScenarioSelectionError)) throw error;
      throw unusable('The state cannot be imported', `${name} cannot be: ${error.message}`, pointer);
    }
  }
}
