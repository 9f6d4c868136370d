/** Makes sandboxes from options: on a base that those with the same fixture, seed and population share. */

import { nonDefaultChoices, mistakenChoices } from '../contract/variants/choose-variants.js';
import type { VariantChoices, VariantPoint } from '../contract/variants/variant-point.js';
import type { Activation } from '../domain/sandbox/activation.js';
import { parseTimestamp } from '../domain/time/clock.js';
import { hashHex, hex32, permutation, type Permutation } from '../domain/time/random.js';
import { RecentValues } from '../domain/sandbox/recent-values.js';
import type { ClockReading } from '../domain/time/sandbox-clock.js';
import type { SandboxSnapshot } from '../domain/sandbox/sandbox-snapshot.js';
import { Sandbox, type SandboxSettings } from '../domain/sandbox/sandbox.js';
import { Base } from '../domain/world/base.js';
import type { Fixture } from '../domain/world/fixture.js';
import { OptionsError } from '../options.js';
import type { Catalogue } from '../scenarios/scenario.js';
import { ScenarioSelectionError, selectScenarios } from '../scenarios/select-scenarios.js';
import { checkSandboxOptions, type SandboxDefaults, type SandboxOptions } from './sandbox-options.js';

/** Who a sandbox is. */
export type SandboxIdentity = Pick<SandboxSettings, 'id' | 'clientId' | 'clientSecret'>;

/** What a factory works with. */
export interface FactoryMaterial {
  readonly catalogue: Catalogue;
  /** The points of the contract with variants. */
  readonly variantPoints: readonly VariantPoint[];
  readonly defaults: SandboxDefaults;
  /** The fixture of a name or of a content. */
  readonly fixtureOf: (fixture: string | object) => Fixture;
}

/** How many bases are remembered that no sandbox may use any more. */
const REMEMBERED_BASES = 16;

export class SandboxFactory {
  readonly #material: FactoryMaterial;
  readonly #numbers: Permutation;
  readonly #bases = new RecentValues<string, Base>(REMEMBERED_BASES);
  #made = 0;

  constructor(material: FactoryMaterial) {
    this.#material = material;
    this.#numbers = permutation(material.defaults.seed);
  }

  /** The identity of the next sandbox; it depends on the emulator's seed and on how many there were before. */
  nextIdentity(): SandboxIdentity {
    const number = this.#numbers.forward(++this.#made);
    const id = hex32(number);
    return {
      id,
      clientId: `institution-${id}`,
      clientSecret: hashHex(16, this.#material.defaults.seed, number, 0x73656372),
    };
  }

  /**
   * A new sandbox.
   * @throws OptionsError, DocumentError
   */
  make(options: SandboxOptions, identity: SandboxIdentity): Sandbox {
    checkSandboxOptions(options);
    const { defaults, catalogue, variantPoints } = this.#material;
    const { name, clientId = identity.clientId, clientSecret = identity.clientSecret } = options;
    const { scenario, ...complete } = { ...defaults, ...given(options) };
    return new Sandbox({
      ...identity,
      clientId,
      clientSecret,
      ...(name !== undefined && { name }),
      base: this.baseOf(complete.fixture, complete.seed, complete.population),
      tokenTtl: complete.tokenTtl,
      linkTtl: complete.linkTtl,
      strict: complete.strict,
      revision: complete.revision,
      variants: variantsOrRefused({ ...defaults.variants, ...options.variants }, variantPoints),
      ...clockOf(options.now === undefined && options.time === undefined ? defaults : options),
      activations: scenario === undefined ? [] : selectedOrRefused(scenario, 'option scenario', catalogue),
      journalSize: complete.journalSize,
    });
  }

  /** The sandbox as it was at first. */
  again({ settings }: Sandbox): Sandbox {
    return new Sandbox(settings);
  }

  /**
   * A sandbox that goes on from a snapshot.
   * @throws WorldEventError, RangeError
   */
  restore(settings: SandboxSettings, snapshot: SandboxSnapshot): Sandbox {
    return new Sandbox(settings, snapshot);
  }

  /**
   * The base for a fixture, seed and population.
   * @throws DocumentError
   */
  baseOf(fixture: string | object, seed: number, population: number): Base {
    if (typeof fixture === 'object') return new Base(this.#material.fixtureOf(fixture), seed, population);
    const key = JSON.stringify([fixture, seed, population]);
    let base = this.#bases.get(key);
    if (base === undefined)
      this.#bases.set(key, (base = new Base(this.#material.fixtureOf(fixture), seed, population)));
    return base;
  }
}

/**
 * What a selection selects for a whole sandbox; one that cannot be followed is said at once, not with the first request.
 * @throws OptionsError
 */
export function selectedOrRefused(text: string, where: string, catalogue: Catalogue): Activation[] {
  try {
    return selectScenarios(text, catalogue, { selector: 'sandbox' });
  } catch (error) {
    throw error instanceof ScenarioSelectionError ? new OptionsError(`${where}: ${error.message}`) : error;
  }
}

/** Chosen ones that depart from the contract. @throws OptionsError */
function variantsOrRefused(choices: VariantChoices, points: readonly VariantPoint[]): VariantChoices {
  const mistakes = mistakenChoices(choices, points);
  if (mistakes.length > 0) throw new OptionsError(`option variants: ${mistakes.join('; ')}`);
  return nonDefaultChoices(choices, points);
}

function given(options: SandboxOptions): SandboxOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function clockOf({ now, time }: Pick<SandboxOptions, 'now' | 'time'>): { clock?: ClockReading } {
  const text = now ?? time;
  return text === undefined ? {} : { clock: { time: parseTimestamp(text)!, frozen: now !== undefined } };
}
