/** The contracts of an emulator: the shipped one and, made when they are first asked for, its variants. */

import { compileContract, type Contract } from '../contract.js';
import type { OpenApiDocument } from '../document.js';
import { mergePatch } from '../merge-patch.js';
import { once } from '../once.js';
import { schemaCompiler } from '../schema-compiler.js';
import { departures } from './choose-variants.js';
import { lazyCompiler } from './compile-lazily.js';
import { NO_VARIANTS, type VariantChanges, type VariantChoices, type VariantPoint } from './variant-point.js';

/** What contracts are made from. */
export interface ContractMaterial {
  readonly base: Contract;
  readonly points: readonly VariantPoint[];
  /** Read when a variant is first asked for. */
  readonly changes: () => VariantChanges;
}

/** How many combinations are kept; whoever asks for more of them waits some milliseconds again. */
const REMEMBERED = 64;

export class Contracts {
  readonly base: Contract;
  readonly points: readonly VariantPoint[];
  readonly #changes: () => VariantChanges;
  readonly #varied = new Map<string, Contract>();

  constructor({ base, points, changes }: ContractMaterial) {
    this.base = base;
    this.points = points;
    this.#changes = once(changes);
  }

  /**
   * The contract in these variants.
   * @param choices some without mistakes
   */
  in(choices: VariantChoices): Contract {
    if (choices === NO_VARIANTS) return this.base;
    const departing = departures(choices, this.points);
    if (departing === NO_VARIANTS) return this.base;
    const key = JSON.stringify(departing);
    const known = this.#varied.get(key);
    if (known !== undefined) return known;
    const contract = this.#vary(departing);
    if (this.#varied.size >= REMEMBERED) this.#varied.clear();
    this.#varied.set(key, contract);
    return contract;
  }

  #vary(choices: VariantChoices): Contract {
    const patches = Object.entries(choices).map(([point, name]) => this.#changes()[point]?.[name] ?? {});
    const document = patches.reduce<unknown>(mergePatch, this.base.document) as OpenApiDocument;
    return { ...compileContract(document, lazyCompiler(() => schemaCompiler(document))), variants: choices };
  }
}
