/**
 * Creates sandboxes from options. Sandboxes with equal fixture, seed and population share one base world: the parties
 * as they are before any event.
 */

import { withoutUndefined } from '../../../common/json.js';
import { nonDefaultChoices, mistakenChoices } from '../../../contract/variants/choose-variants.js';
import type { VariantChoices, VariantPoint } from '../../../contract/variants/variant-point.js';
import { VARIANT_SETS } from '../../../contract/variants/variant-sets.js';
import { clientSecretOf } from '../../domain/sandbox/client-secret.js';
import type { Activation, InjectedActivation } from '../../domain/sandbox/activation.js';
import { BoundedMap } from '../../domain/bounded-map.js';
import { Sandbox } from '../../domain/sandbox/sandbox.js';
import { labelsIn, type SandboxSettings } from '../../domain/sandbox/settings.js';
import { parseTimestamp } from '../../domain/time/timestamp.js';
import { hashHex, permutation, unpredictableHex, type Permutation } from '../../domain/time/random.js';
import type { ClockReading } from '../../domain/time/clock.js';
import { DEFAULT_POPULATION } from '../../domain/population/population.js';
import { Base } from '../../domain/world/base.js';
import type { Fixture } from '../../domain/world/model.js';
import { clashIn } from '../../domain/world/taken-ids.js';
import { mistakesIn, OptionsError, settingsIn } from '../../complete-options.js';
import { SANDBOX_SPECS, type CompleteOptions, type SandboxOptions } from '../../options.js';
import type { Catalogue } from '../../scenarios/scenario.js';
import { refuseFutureCredentials } from '../methods/world/new-credential.js';
import { ScenarioSelectionError, selectScenarios } from '../../scenarios/select-scenarios.js';

/** What identifies a sandbox. */
export type SandboxIdentity = Pick<SandboxSettings, 'id' | 'clientId' | 'clientSecret'>;

/** Options of {@link SandboxFactory}. */
interface SandboxFactoryOptions {
  readonly catalogue: Catalogue;
  /** The points of the contract with variants. */
  readonly variantPoints: readonly VariantPoint[];
  /** The emulator's options: defaults of each sandbox. */
  readonly defaults: CompleteOptions;
  /** Loads a fixture by name or file, or completes its content. @throws DocumentError */
  readonly fixtureOf: (fixture: string | object) => Fixture;
  /** Returns what a run injects into a sandbox that is opened or reset. Default: nothing. */
  readonly injectedInto?: ((sandbox: SandboxSettings) => readonly InjectedActivation[]) | undefined;
}

/** Number of base worlds to keep, even if no sandbox uses them. */
const CACHED_BASES = 16;

/** Makes sandboxes. Their identities follow from the seed of the emulator, so that runs can be repeated. */
export class SandboxFactory {
  readonly #options: SandboxFactoryOptions;
  /** Turns a running number into an ID, so that IDs do not look consecutive and never repeat. */
  readonly #numbers: Permutation;
  readonly #bases = new BoundedMap<string, Base>(CACHED_BASES);
  /** How many identities were derived from the seed. */
  #issued = 0;
  /** Numbers for the next identities, from a store that several emulators share. No other emulator uses them. */
  readonly #reserved: number[] = [];

  constructor(options: SandboxFactoryOptions) {
    this.#options = options;
    this.#numbers = permutation(options.defaults.seed);
  }

  /**
   * The identity of the next sandbox: random, or derived from the emulator's seed and a running number. The option
   * `sandboxSecret` decides. By default, the identity is random if the emulator has a key, a store or a control token:
   * strangers may be able to reach such an emulator, and must not guess a secret.
   */
  nextIdentity(): SandboxIdentity {
    const { seed, signingKey, store, controlToken, sandboxSecret } = this.#options.defaults;
    const isShared = signingKey !== undefined || store !== undefined || controlToken !== undefined;
    const kind = sandboxSecret ?? (isShared ? 'random' : 'seeded');
    if (kind === 'random') return identityOf(unpredictableHex(8), unpredictableHex(16));

    const number = this.#numbers.forward(this.#reserved.shift() ?? ++this.#issued);
    const id = number.toString(16).padStart(8, '0');
    // 0x73656372 is `secr` in ASCII. With it, this hash differs from all other hashes that are made with the seed.
    const digits = hashHex(16, seed, number, 0x73656372);

    return identityOf(id, digits);
  }

  /** Sets the number of a later identity: emulators that share a store share one count. */
  reserve(number: number): void {
    this.#reserved.push(number);
  }

  /**
   * Creates a sandbox. Credentials in the options replace the credentials of the identity.
   * @throws OptionsError if an option cannot be used, DocumentError if the fixture cannot be used
   */
  create(options: SandboxOptions, identity: SandboxIdentity): Sandbox {
    checkSandboxOptions(options);
    const { defaults, catalogue, variantPoints } = this.#options;
    const { clientId = identity.clientId, clientSecret = identity.clientSecret } = options;
    const { scenario, ...complete } = { ...defaults, ...withoutUndefined(options) };

    // A sandbox with its own fixture has as many generated parties as that fixture states, not as the emulator's
    // options state. These options count only if the fixture states no number.
    const defaultPopulation = options.fixture === undefined ? defaults.population : undefined;
    const population = options.population ?? defaultPopulation;

    // Later choices replace earlier ones: a set of variants, then the emulator's choices, then the sandbox's choices.
    const variantSet = complete.variantSet && VARIANT_SETS[complete.variantSet];
    const choices = { ...variantSet, ...defaults.variants, ...options.variants };

    // The options `now` and `time` exclude each other, so those of the emulator count only if the sandbox has neither.
    const hasOwnClock = options.now !== undefined || options.time !== undefined;

    const sandbox = this.initialSandbox({
      id: identity.id,
      clientId,
      clientSecret,
      ...labelsIn(options),
      base: this.baseOf(complete.fixture, complete.seed, population, defaults.population),
      ...settingsIn(complete),
      variants: chosenVariants(choices, variantPoints),
      ...clockOf(hasOwnClock ? options : defaults),
      activations: scenario === undefined ? [] : selectForSandbox(scenario, catalogue),
      journalSize: complete.journalSize,
    });
    refuseFutureCredentials(sandbox);

    return sandbox;
  }

  /** A sandbox with these settings in its initial state, with what a run injects into it. */
  initialSandbox(settings: SandboxSettings): Sandbox {
    const injected = this.#options.injectedInto?.(settings);
    return new Sandbox(injected === undefined ? settings : { ...settings, injected });
  }

  /**
   * The base world of a fixture and a seed.
   * @param requested how many parties to generate. Default: the number of the fixture, or else `fallback`
   * @throws DocumentError, OptionsError if the fixture cannot be used
   */
  baseOf(fixture: string | object, seed: number, requested?: number, fallback = DEFAULT_POPULATION): Base {
    const make = (): Base => {
      const content = this.#options.fixtureOf(fixture);
      const base = new Base(content, seed, requested ?? content.population ?? fallback);
      const clash = clashIn(base);
      if (clash !== undefined) throw new OptionsError(`option fixture: ${clash}`);

      return base;
    };

    if (typeof fixture === 'object') return make();
    return this.#cachedBase([fixture, seed, requested, fallback], make);
  }

  /** The base world of a stored sandbox. @param fixture the name of a shipped fixture, or the fixture itself */
  restoredBase(fixture: string | Fixture, seed: number, population: number): Base {
    if (typeof fixture === 'string') return this.baseOf(fixture, seed, population);
    return this.#cachedBase([fixture, seed, population], () => new Base(fixture, seed, population));
  }

  /** A base world that sandboxes share. @param madeFrom JSON values that identify the world */
  #cachedBase(madeFrom: readonly unknown[], make: () => Base): Base {
    const key = JSON.stringify(madeFrom);
    const base = this.#bases.get(key) ?? make();
    // The world is set again even if the map has it: a full map removes the one that was set least recently.
    this.#bases.set(key, base);

    return base;
  }
}

/** The ID and the credentials of a sandbox. They follow from the ID and from random digits. */
function identityOf(id: string, digits: string): SandboxIdentity {
  return { id, clientId: `institution-${id}`, clientSecret: clientSecretOf(digits) };
}

/** The scenarios that the option `scenario` selects. @throws OptionsError if the selection is invalid */
function selectForSandbox(selection: string, catalogue: Catalogue): Activation[] {
  try {
    return selectScenarios(selection, catalogue, { selector: 'sandbox' });
  } catch (error) {
    throw error instanceof ScenarioSelectionError ? new OptionsError(`option scenario: ${error.message}`) : error;
  }
}

/** Printable ASCII without blank, without the plus sign that separates scenarios, without the colon of HTTP Basic. */
const CLIENT_ID = /^[!-*,-9;-~]{1,100}$/;

/** Checks the options of a sandbox. @throws OptionsError with every mistake */
function checkSandboxOptions({ fixture, ...options }: SandboxOptions): void {
  const mistakes = mistakesIn(typeof fixture === 'string' ? { ...options, fixture } : options, SANDBOX_SPECS);

  // A caller without type checks may pass any value.
  const anyValue: unknown = fixture;
  if (anyValue === null || !['undefined', 'string', 'object'].includes(typeof anyValue))
    mistakes.push('option fixture: expected a name or a fixture');

  const { clientId } = options;
  if (clientId !== undefined && !CLIENT_ID.test(clientId)) {
    const expected = 'up to 100 printable ASCII characters without blank, plus sign and colon';
    mistakes.push(`option clientId: expected ${expected}, found ${JSON.stringify(clientId)}`);
  }

  if (mistakes.length > 0) throw new OptionsError(mistakes.join('; '));
}

/** The choices that differ from the contract. @throws OptionsError if a point or variant is unknown */
function chosenVariants(choices: VariantChoices, points: readonly VariantPoint[]): VariantChoices {
  const mistakes = mistakenChoices(choices, points);
  if (mistakes.length > 0) throw new OptionsError(`option variants: ${mistakes.join('; ')}`);

  return nonDefaultChoices(choices, points);
}

/** The clock at the start. The option `now` stops it at a time; the option `time` lets it run from a time. */
function clockOf({ now, time }: Pick<SandboxOptions, 'now' | 'time'>): { clock?: ClockReading } {
  const text = now ?? time;
  if (text === undefined) return {};

  return { clock: { time: parseTimestamp(text)!, frozen: now !== undefined } };
}
