/** The state of a sandbox as a document: exported, validated, imported. */

import { isDeepStrictEqual } from 'node:util';
import type { ValidateFunction } from 'ajv';
import { escapePointer } from '../../../common/json.js';
import { nearestAtEnd } from '../../../contract/suggestions.js';
import { mistakenChoices, nonDefaultChoices } from '../../../contract/variants/choose-variants.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import { unreportedErrors, violationSentences, violationsOf } from '../../../contract/violation.js';
import type { Activation } from '../../domain/sandbox/activation.js';
import type { SandboxSnapshot } from '../../domain/sandbox/snapshot.js';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import { labelsIn, type SandboxLabels, type SandboxSettings } from '../../domain/sandbox/sandbox-settings.js';
import type { ClockReading } from '../../domain/time/clock.js';
import { Base } from '../../domain/world/base.js';
import type { Fixture } from '../../domain/world/fixture.js';
import { completeOptions, settingsIn } from '../../complete-options.js';
import type { SettingName } from '../../options.js';
import { hasEnded } from '../../scenarios/firing.js';
import { conflictsAmong, findActivationMistake } from '../../scenarios/select-scenarios.js';
import { unprocessable, type Problem } from '../problem.js';
import type { SandboxFactory } from '../sandboxes/sandbox-factory.js';
import { findInvalidEvent, findInvalidParty, type WorldMistake, type WorldRules } from '../world/check-world.js';

export const STATE_FORMAT = 'id-emulator-state';
/** Version of the format. Other versions are refused. */
export const STATE_VERSION = 1;

/** The settings of a sandbox with the emulator's built-in defaults. */
export const DEFAULT_SETTINGS = settingsIn(completeOptions({}));

/** Settings that every document of this version has. Others are absent if they have their default value. */
const ALWAYS_SAVED = ['tokenTtl', 'linkTtl', 'strict'] as const satisfies readonly SettingName[];

type SavedSettings = Pick<SandboxSettings, (typeof ALWAYS_SAVED)[number]> & Partial<Pick<SandboxSettings, SettingName>>;

/** How the sandbox was set up, and what a reset restores. */
export interface StateOptions extends SandboxLabels, SavedSettings {
  /** The name of a shipped fixture, or the parties themselves. */
  readonly fixture: string | Fixture;
  readonly seed: number;
  readonly population: number;
  readonly clock?: ClockReading;
  readonly activations: readonly Activation[];
}

/** Everything that distinguishes a sandbox from a new one. Times are milliseconds since 1970. */
export interface SandboxState extends Omit<SandboxSnapshot, 'world'> {
  readonly format: typeof STATE_FORMAT;
  readonly version: typeof STATE_VERSION;
  /** Version of the emulator that wrote the document. */
  readonly emulator: string;
  readonly options: StateOptions;
  /** When the sandbox's clock started. */
  readonly epoch: number;
  readonly events: SandboxSnapshot['world']['events'];
  readonly scheduled: SandboxSnapshot['world']['scheduled'];
}

/** The state of a sandbox as the snapshot has it. */
export function stateOf(
  { settings }: Sandbox,
  { world, ...snapshot }: SandboxSnapshot,
  { isShipped, version }: { readonly isShipped: (fixture: string) => boolean; readonly version: string },
): SandboxState {
  return {
    format: STATE_FORMAT,
    version: STATE_VERSION,
    emulator: version,
    options: stateOptions(settings, isShipped),
    epoch: world.epoch,
    ...snapshot,
    events: world.events,
    scheduled: world.scheduled,
  };
}

/** How a sandbox with these settings was set up. */
export function stateOptions(settings: SandboxSettings, isShipped: (fixture: string) => boolean): StateOptions {
  const { base, clock, activations } = settings;
  const { fixture, seed, population } = base;
  return {
    ...labelsIn(settings),
    fixture: isShipped(fixture.name) ? fixture.name : fixture,
    seed,
    population: population.size,
    ...savedSettings(settings),
    ...(clock !== undefined && { clock }),
    activations,
  };
}

function savedSettings(settings: SandboxSettings): SavedSettings {
  const always: readonly string[] = ALWAYS_SAVED;
  const saved = Object.entries(settingsIn(settings)).filter(
    ([name, value]) => always.includes(name) || !isDeepStrictEqual(value, DEFAULT_SETTINGS[name as SettingName]),
  );
  return Object.fromEntries(saved) as unknown as SavedSettings;
}

/** What a state is validated against. */
export interface ImportContext extends WorldRules {
  readonly factory: SandboxFactory;
  readonly contracts: Contracts;
  /** Whether the package contains a fixture of this name. */
  readonly isShipped: (fixture: string) => boolean;
  /** The validator of `spec/state.schema.json`. */
  readonly stateValidator: () => ValidateFunction;
}

/** Settings and snapshot: `new Sandbox(settings, snapshot)` continues from the state. */
export interface RestoredState {
  readonly settings: SandboxSettings;
  readonly snapshot: SandboxSnapshot;
}

/**
 * Reads a state for a sandbox with this identity.
 * @throws Problem 422 with the mistake and a pointer to it
 */
export function readState(
  document: unknown,
  identity: Pick<SandboxSettings, 'id' | 'clientId' | 'clientSecret' | 'journalSize'>,
  context: ImportContext,
): RestoredState {
  const { version } = document as { version?: unknown };
  if (version !== STATE_VERSION)
    throw refusal(`Expected state format version ${STATE_VERSION}, found ${JSON.stringify(version)}.`, '/version');
  refuseInvalid(document, context.stateValidator());
  const state = document as SandboxState;
  const { fixture, seed, population, ...options } = state.options;
  const base =
    typeof fixture === 'string'
      ? shippedBase(fixture, state, context)
      : new Base(checkedParties(fixture, context), seed, population);
  const { epoch, events, scheduled, clock, issued, activations, calls, windows, spoiltTokens } = state;
  const settings = { ...DEFAULT_SETTINGS, ...options };
  const variants = nonDefaultChoices(settings.variants, context.contracts.points);
  const restored: RestoredState = {
    settings: { ...identity, ...settings, variants, base },
    snapshot: { clock, issued, activations, calls, windows, spoiltTokens, world: { epoch, events, scheduled } },
  };
  for (const { message, pointer } of mistakesIn(state, restored, context)) throw refusal(message, pointer);
  return restored;
}

const TITLE = 'The state cannot be imported';

function refusal(detail: string, pointer: string): Problem {
  return unprocessable(TITLE, detail, pointer);
}

/** @throws Problem 422 with every mistake if a document is not as its schema says */
export function refuseInvalid(document: unknown, validate: ValidateFunction, title = TITLE): void {
  if (validate(document)) return;
  const errors = validate.errors ?? [];
  const violations = violationsOf(errors, 'body');
  const detail = violationSentences(violations, unreportedErrors(errors));
  throw unprocessable(title, detail, violations[0]?.pointer ?? '', { violations });
}

function shippedBase(
  fixture: string,
  { options: { seed, population } }: SandboxState,
  { factory, isShipped }: ImportContext,
): Base {
  if (!isShipped(fixture)) throw refusal(`There is no shipped fixture "${fixture}".`, '/options/fixture');
  return factory.baseOf(fixture, seed, { asked: population });
}

/** What a valid document may say, and no sandbox can be; beside the parties of its fixture. */
function* mistakesIn(
  state: SandboxState,
  { settings, snapshot }: RestoredState,
  context: ImportContext,
): Generator<WorldMistake> {
  const { catalogue, contracts } = context;
  for (const [pointer, list] of [
    ['/activations', state.activations],
    ['/options/activations', state.options.activations],
  ] as const) {
    for (const [at, activation] of list.entries()) {
      const mistake = findActivationMistake(activation, catalogue);
      if (mistake !== undefined) yield { ...mistake, pointer: `${pointer}/${at}${mistake.pointer}` };
    }
  }
  const { revision } = settings;
  if (!contracts.revisions.includes(revision)) {
    const message = `There is no revision "${revision}"${nearestAtEnd(revision, contracts.revisions)}`;
    yield { message, pointer: '/options/revision' };
  }
  for (const [point, name] of Object.entries(state.options.variants ?? {})) {
    const [mistake] = mistakenChoices({ [point]: name }, contracts.points);
    const pointer = `/options/variants/${escapePointer(point)}`;
    if (mistake !== undefined) yield { message: `The variants are invalid: ${mistake}.`, pointer };
  }
  const mistake = findInvalidEvent(settings.base, state, context);
  if (mistake !== undefined) yield mistake;
  const sandbox = new Sandbox(settings, snapshot);
  for (const [pointer, list] of [
    ['/activations', sandbox.activations.filter((activation) => !hasEnded(activation, sandbox))],
    ['/options/activations', settings.activations],
  ] as const) {
    const conflicts = conflictsAmong(list, catalogue);
    if (conflicts.length > 0) yield { message: conflicts.join(' '), pointer };
  }
}

/** The same fixture. @throws Problem 422 if a party cannot be shown, or its scenario is invalid */
function checkedParties(fixture: Fixture, context: ImportContext): Fixture {
  const mistake = findInvalidParty(fixture, context);
  if (mistake !== undefined) throw refusal(mistake.message, mistake.pointer);
  return fixture;
}
