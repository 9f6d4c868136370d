/** The sandboxes at the start: those of the store, and the default one. */

import { isDeepStrictEqual } from 'node:util';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { SandboxSettings } from '../../domain/sandbox/settings.js';
import { Sandboxes, SUFFIX_MARK } from '../../domain/sandbox/sandboxes.js';
import { OptionsError } from '../../complete-options.js';
import { Journals } from '../../journal/journals.js';
import { OPTION_SPECS, type CompleteOptions } from '../../options.js';
import type { OpenStore, SandboxForm, SandboxKeeper } from '../../store/keeper.js';
import { DEFAULT_SETTINGS, stateOptions, type StateOptions } from '../state/state.js';
import type { SandboxFactory } from './sandbox-factory.js';

/** What {@link sandboxesAtStart} works with. */
export interface StartParts {
  readonly factory: SandboxFactory;
  /** Undefined if sandboxes are kept in memory alone. */
  readonly store: OpenStore | undefined;
  /** Called with each sentence that the user of the emulator should read. */
  readonly onWarning: (message: string) => void;
  /** Called with each failure of the store. */
  readonly onFailure: (error: Error) => void;
}

/** The sandboxes and their journals. */
export interface OpenSandboxes {
  readonly sandboxes: Sandboxes;
  readonly journals: Journals;
  /** Keeps both in the store; undefined if they are in memory alone. */
  readonly keeper: SandboxKeeper | undefined;
}

/** @throws OptionsError, DocumentError, StoreError */
export function sandboxesAtStart(options: CompleteOptions, context: StartParts): OpenSandboxes {
  const { journalSize, journalBytesInAll, sandboxIdleTtl = 0 } = options;
  const { store, factory, onFailure, onWarning } = context;
  const idleMilliseconds = sandboxIdleTtl === 0 ? Number.POSITIVE_INFINITY : sandboxIdleTtl * 1_000;
  const sandboxes = new Sandboxes({
    // It is not known here when other replicas last used a sandbox that they share, so none counts as unused here.
    isShared: store?.isShared === true,
    idleMilliseconds,
  });
  const journals = new Journals({ size: journalSize, bytesInAll: journalBytesInAll });
  const keeper = store?.keeper({
    form: sandboxForm(factory, journalSize),
    sandboxes,
    journals,
    journalSize,
    idleMilliseconds,
    onPlace: (number) => {
      factory.reserve(number);
    },
    onFailure,
  });
  keeper?.load?.();
  const { clientId, clientSecret } = options;
  if (clientId.includes(SUFFIX_MARK))
    throw new OptionsError('option clientId: expected no plus sign, behind which a client ID selects scenarios');

  const made = factory.create({}, { id: sandboxes.defaultId, clientId, clientSecret });
  if (keeper === undefined || !sandboxes.has(made.id)) {
    sandboxes.add(made);
    keeper?.opened(made);
  } else {
    // A default sandbox that comes from the store keeps what it was made from.
    const without = optionsWithoutEffect(options, made.settings, sandboxes.default.settings);
    if (without.length > 0)
      onWarning(
        `the default sandbox of ${keeper.store} keeps what it was made from, so these options have no effect on it: ${without.join(', ')}`,
      );
  }
  return { sandboxes, journals, keeper };
}

/** Writes sandboxes for a store, and reads them again. @param journalSize number of exchanges of each journal */
function sandboxForm(factory: SandboxFactory, journalSize: number): SandboxForm {
  return {
    write(sandbox) {
      const { settings, id, clientId } = sandbox;
      const { clientSecret } = settings;
      return { id, clientId, clientSecret, options: stateOptions(settings), kept: sandbox.keptState() };
    },

    read({ id, clientId, clientSecret, options, kept }) {
      const { fixture, seed, population, ...others } = options as unknown as StateOptions;
      const base = factory.restoredBase(fixture, seed, population);
      return new Sandbox({ id, clientId, clientSecret, journalSize, ...DEFAULT_SETTINGS, ...others, base }, kept);
    },
  };
}

/** Where the state of a sandbox has an option, if not by its name. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['scenario', 'activations'],
  ['now', 'clock'],
  ['time', 'clock'],
]);

/**
 * The names of the options that were given and would have made another sandbox.
 * @param made the settings that the options give
 * @param stored the settings that the sandbox has
 */
function optionsWithoutEffect(options: CompleteOptions, made: SandboxSettings, stored: SandboxSettings): string[] {
  const [asked, kept] = [made, stored].map(
    (settings) => new Map<string, unknown>(Object.entries(stateOptions(settings))),
  );
  return OPTION_SPECS.filter((spec) => {
    const given = options[spec.name];
    const isGiven = given !== undefined && !('default' in spec && isDeepStrictEqual(given, spec.default));
    const place = PLACES.get(spec.name) ?? spec.name;
    return spec.perSandbox !== undefined && isGiven && !isDeepStrictEqual(asked!.get(place), kept!.get(place));
  }).map(({ name }) => name);
}
