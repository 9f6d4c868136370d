/** Sets up the sandboxes at the start of the emulator: all stored sandboxes, and the default sandbox. */

import { isDeepStrictEqual } from 'node:util';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import type { SandboxSettings } from '../../domain/sandbox/settings.js';
import { Sandboxes, SUFFIX_MARK } from '../../domain/sandbox/sandboxes.js';
import { OptionsError } from '../../complete-options.js';
import { Journals } from '../../journal/journals.js';
import { OPTION_SPECS, type CompleteOptions } from '../../options.js';
import type { OpenStore, SandboxForm, SandboxKeeper } from '../../store/keeper.js';
import { settingsOf, stateOptions, type StateOptions } from '../state/state.js';
import type { SandboxFactory } from './sandbox-factory.js';

/** What {@link sandboxesAtStart} works with. */
interface StartParts {
  readonly factory: SandboxFactory;
  /** The store of the sandboxes; undefined if they are in memory alone. */
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
  /** Keeps sandboxes and journals in the store; undefined if they are in memory alone. */
  readonly keeper: SandboxKeeper | undefined;
}

/** The sandboxes of an emulator that has not yet begun to listen, and what keeps them. */
interface SandboxesAtStart extends OpenSandboxes {
  /** Warns of options that a stored default sandbox ignores. To be called once the keeper has started. */
  readonly warnOfIgnored: () => void;
}

/**
 * Loads the stored sandboxes, and creates the default one unless it is stored.
 * @throws OptionsError, DocumentError, StoreError
 */
export function sandboxesAtStart(options: CompleteOptions, context: StartParts): SandboxesAtStart {
  const { journalSize, journalBytesInAll, sandboxIdleTtl = 0 } = options;
  const { store, factory, onFailure, onWarning } = context;
  // 0 means that sandboxes are never removed.
  const idleMilliseconds = sandboxIdleTtl === 0 ? Infinity : sandboxIdleTtl * 1_000;
  const sandboxes = new Sandboxes({
    // Other replicas may use a shared sandbox without this emulator knowing, so none counts as unused here.
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
    onNumber: (number) => factory.reserve(number),
    onFailure,
  });
  // A keeper without `load` adds each sandbox on first use.
  keeper?.load?.();

  const { clientId, clientSecret } = options;
  // The other characters that an opened sandbox may not have are for tests of encoding: blanks, colons, umlauts.
  if (clientId.includes(SUFFIX_MARK))
    throw new OptionsError('option clientId: expected no plus sign, behind which a client ID selects scenarios');

  // The default sandbox as the options want it. A stored one is kept as it is, even if the options differ.
  const requested = factory.create({}, { id: sandboxes.defaultId, clientId, clientSecret });
  if (keeper === undefined || !sandboxes.has(requested.id)) {
    sandboxes.add(requested);
    keeper?.onOpened(requested);
  }

  const warnOfIgnored = (): void => {
    const ignored = optionsWithoutEffect(options, requested.settings, sandboxes.default.settings);
    const kept = `the default sandbox of ${keeper?.store} keeps what it was made from`;
    const effect = `these options have no effect on it: ${ignored.join(', ')}`;
    if (ignored.length > 0) onWarning(`${kept}, so ${effect}`);
  };

  return { sandboxes, journals, keeper, warnOfIgnored };
}

/** Converts sandboxes to the stored form and back. @param journalSize number of exchanges of each journal */
function sandboxForm(factory: SandboxFactory, journalSize: number): SandboxForm {
  return {
    write(sandbox) {
      const { id, clientId, clientSecret } = sandbox.settings;
      return { id, clientId, clientSecret, options: stateOptions(sandbox.settings), kept: sandbox.keptState() };
    },

    read({ options, kept, ...identity }) {
      const settings = settingsOf(options as StateOptions, { ...identity, journalSize }, factory);
      return new Sandbox(settings, kept);
    },
  };
}

/** Options whose member in a sandbox's state has another name: the option, and the member. */
const STATE_MEMBERS = new Map(Object.entries({ scenario: 'activations', now: 'clock', time: 'clock' }));

/**
 * The names of the given options that the stored sandbox does not follow.
 * @param requested the settings that result from the options
 * @param stored the settings of the stored sandbox
 */
function optionsWithoutEffect(options: CompleteOptions, requested: SandboxSettings, stored: SandboxSettings): string[] {
  // What the options ask for, and what the stored sandbox has. A state alone would lack the credentials and whatever is
  // a default, so the settings fill it up.
  const wanted = new Map<string, unknown>(Object.entries({ ...requested, ...stateOptions(requested) }));
  const kept = new Map<string, unknown>(Object.entries({ ...stored, ...stateOptions(stored) }));

  const ignored: string[] = [];
  for (const spec of OPTION_SPECS) {
    const value = options[spec.name];
    const isDefault = value === undefined || ('default' in spec && isDeepStrictEqual(value, spec.default));
    if (spec.perSandbox === undefined || isDefault) continue;

    const member = STATE_MEMBERS.get(spec.name) ?? spec.name;
    if (!isDeepStrictEqual(wanted.get(member), kept.get(member))) ignored.push(spec.name);
  }

  return ignored;
}
