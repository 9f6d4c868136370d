/** The state of a sandbox as a document: exported, validated, imported. */

import { isDeepStrictEqual } from 'node:util';
import type { ValidateFunction } from 'ajv';
import { boundedSentences } from '../../../common/bounded-list.js';
import { escapePointer } from '../../../common/json.js';
import { shippedSchema } from '../../../common/shipped-files.js';
import { compileSchema } from '../../../contract/documents/check-document.js';
import { once } from '../../../contract/schema/lazy.js';
import { nearestAtEnd } from '../../../contract/suggestions.js';
import { mistakenChoices, nonDefaultChoices } from '../../../contract/variants/choose-variants.js';
import type { components } from '../../../contract/document-schemas.js';
import type { Contracts } from '../../../contract/variants/contracts.js';
import { unreportedErrors, violationSentences, violationsOf } from '../../../contract/violation.js';
import type { Activation } from '../../domain/sandbox/activation.js';
import type { SandboxSnapshot } from '../../domain/sandbox/snapshot.js';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import { labelsIn, type SandboxSettings } from '../../domain/sandbox/settings.js';
import { clashIn } from '../../domain/world/taken-ids.js';
import { completeOptions, settingsIn } from '../../complete-options.js';
import type { SettingName } from '../../options.js';
import { hasEnded } from '../../scenarios/firing.js';
import { conflictsAmong, findActivationMistake } from '../../scenarios/select-scenarios.js';
import { unprocessable, type Problem } from '../problem.js';
import type { SandboxFactory } from '../sandboxes/sandbox-factory.js';
import { findInvalidEvent, violationsOfParties, type WorldMistake, type WorldRules } from '../fixtures/check-world.js';
import { isShippedFixture } from '../fixtures/load-fixture.js';
import { partyMistakes } from '../fixtures/party-mistakes.js';

/** The member `format` of a state. It distinguishes states from other files. */
export const STATE_FORMAT = 'id-emulator-state';
/** Version of the format. Other versions are refused. */
export const STATE_VERSION = 1;

/** The settings of a sandbox with the emulator's built-in defaults. */
export const DEFAULT_SETTINGS = settingsIn(completeOptions({}));

/** Settings that every document of this version contains. Other settings are absent if they have their default. */
const ALWAYS_SAVED = ['tokenTtl', 'linkTtl', 'strict'] as const satisfies readonly SettingName[];

type Document = components['schemas']['state'];

/** The options with which the sandbox was set up, and which a reset restores. */
export interface StateOptions extends Omit<Document['options'], 'activations'> {
  readonly activations: readonly Activation[];
}

/** Everything that distinguishes a sandbox from a new one; `spec/state.schema.json` describes it. */
export interface SandboxState extends SandboxSnapshot, Pick<Document, 'format' | 'version' | 'emulator'> {
  readonly options: StateOptions;
}

/** The state of a sandbox at the time of the snapshot. @param emulator version of the emulator */
export function stateOf({ settings }: Sandbox, snapshot: SandboxSnapshot, emulator: string): SandboxState {
  return { format: STATE_FORMAT, version: STATE_VERSION, emulator, options: stateOptions(settings), ...snapshot };
}

/** How a sandbox with these settings was set up. */
export function stateOptions(settings: SandboxSettings): StateOptions {
  const { base, clock, activations } = settings;
  const { fixture, seed, population } = base;
  // Settings with their default are left out, so that the document stays short and a later default applies to it.
  const always: readonly string[] = ALWAYS_SAVED;
  const saved = Object.entries(settingsIn(settings)).filter(
    ([name, value]) => always.includes(name) || !isDeepStrictEqual(value, DEFAULT_SETTINGS[name as SettingName]),
  );

  return {
    ...labelsIn(settings),
    fixture: isShippedFixture(fixture.name) ? fixture.name : fixture,
    seed,
    population: population.size,
    ...(Object.fromEntries(saved) as unknown as Pick<StateOptions, (typeof ALWAYS_SAVED)[number]>),
    ...(clock !== undefined && { clock }),
    activations,
  };
}

/** The settings of a sandbox that was set up with these options. */
export function settingsOf(
  { fixture, seed, population, ...others }: StateOptions,
  identity: RestoredIdentity,
  factory: SandboxFactory,
): SandboxSettings {
  const base = factory.restoredBase(fixture, seed, population);
  return { ...identity, ...DEFAULT_SETTINGS, ...others, base };
}

/** The settings of a sandbox that its state does not contain. */
type RestoredIdentity = Pick<SandboxSettings, 'id' | 'clientId' | 'clientSecret' | 'journalSize'>;

/** What a state is validated against. */
interface ImportParts extends WorldRules {
  readonly factory: SandboxFactory;
  readonly contracts: Contracts;
}

/** Compiled once for all emulators, because compilation takes longer than the start of an emulator. */
const stateValidator = once(() => compileSchema(shippedSchema('state')));

/**
 * Reads a state for a sandbox with this identity.
 * @returns settings and snapshot: `new Sandbox(settings, snapshot)` continues from the state
 * @throws Problem 422 with the mistake and a pointer to it
 */
export function readState(
  document: unknown,
  identity: RestoredIdentity,
  context: ImportParts,
): { readonly settings: SandboxSettings; readonly snapshot: SandboxSnapshot } {
  const { version } = document as { version?: unknown };
  if (version !== STATE_VERSION)
    throw refusal(`Expected state format version ${STATE_VERSION}, found ${JSON.stringify(version)}.`, '/version');

  refuseInvalid(document, stateValidator());
  const state = document as SandboxState;
  const { fixture } = state.options;
  if (typeof fixture === 'string' && !isShippedFixture(fixture))
    throw refusal(`There is no shipped fixture "${fixture}".`, '/options/fixture');

  if (typeof fixture !== 'string') {
    refuseInFixture(partyMistakes(fixture, context.catalogue));
    refuseInFixture([...violationsOfParties(fixture.parties, context)]);
  }

  const settings = settingsOf(state.options, identity, context.factory);
  // A document may state choices that are the contract's own. A sandbox keeps only choices that differ.
  const variants = nonDefaultChoices(settings.variants, context.contracts.points);
  const restored = { ...settings, variants };
  refuseMistakes(mistakesIn(state, restored, context));

  return { settings: restored, snapshot: state };
}

/** The title of the problem of a state with a mistake. */
const TITLE = 'The state cannot be imported';

/** The problem of a state that cannot be loaded. */
function refusal(detail: string, pointer: string): Problem {
  return unprocessable(TITLE, detail, pointer);
}

/** @throws Problem 422 with the mistakes and a pointer to the first mistake, if there are any */
function refuseMistakes(found: Iterable<WorldMistake>): void {
  const mistakes = [...found];
  const [first] = mistakes;
  if (first === undefined) return;

  const sentences = boundedSentences(mistakes.map(({ message }) => message));
  throw unprocessable(TITLE, sentences.join(' '), first.pointer, { mistakes: sentences });
}

/** @throws Problem 422 with the mistakes in the fixture of a state, if there are any */
function refuseInFixture(mistakes: readonly WorldMistake[]): void {
  refuseMistakes(
    mistakes.map(({ pointer: inFixture, message }) => {
      const pointer = `/options/fixture${inFixture}`;
      return { pointer, message: `Body ${pointer}: ${message}.` };
    }),
  );
}

/** @throws Problem 422 with every mistake if a document does not match its schema */
export function refuseInvalid(document: unknown, validate: ValidateFunction, title = TITLE): void {
  if (validate(document)) return;

  const errors = validate.errors ?? [];
  const violations = violationsOf(errors, 'body');
  const detail = violationSentences(violations, unreportedErrors(errors));
  throw unprocessable(title, detail, violations[0]?.pointer ?? '', { violations });
}

/**
 * Finds mistakes that the schema cannot find: states that no sandbox can have. The parties of the fixture were checked
 * before.
 */
function* mistakesIn(state: SandboxState, settings: SandboxSettings, context: ImportParts): Generator<WorldMistake> {
  const { catalogue, contracts } = context;
  const { activations, options } = state;
  // The activations of the sandbox now, and those to which a reset returns. The keys are JSON pointers to the lists.
  const allActivations = { '/activations': activations, '/options/activations': options.activations };
  for (const [pointer, list] of Object.entries(allActivations)) {
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

  for (const [point, name] of Object.entries(options.variants ?? {})) {
    const [mistake] = mistakenChoices({ [point]: name }, contracts.points);
    const pointer = `/options/variants/${escapePointer(point)}`;
    if (mistake !== undefined) yield { message: `The variants are invalid: ${mistake}.`, pointer };
  }

  const clash = clashIn(settings.base);
  if (clash !== undefined) yield { message: `The fixture is invalid: ${clash}.`, pointer: '/options/fixture' };

  const mistake = findInvalidEvent(settings.base, state, context);
  if (mistake !== undefined) {
    yield mistake;
    return;
  }

  // With an event that cannot be applied, no sandbox could be made of the state.
  const sandbox = new Sandbox(settings, state);
  const active = sandbox.activations.filter((activation) => !hasEnded(activation, sandbox));
  const activeTogether = { '/activations': active, '/options/activations': settings.activations };
  for (const [pointer, list] of Object.entries(activeTogether)) {
    const conflicts = conflictsAmong(list, catalogue);
    if (conflicts.length > 0) yield { message: conflicts.join(' '), pointer };
  }
}
