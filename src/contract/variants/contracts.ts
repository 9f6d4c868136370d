/** The contracts of an emulator. The contracts of later revisions and of variants are created on first use. */

import type { ValidateFunction } from 'ajv';
import { compileContract, SPECIFICATION, type Contract } from '../contract.js';
import { referenceChain, type OpenApiDocument } from '../document.js';
import { mergePatch } from '../../common/json.js';
import { lazyValidator, once } from '../schema/lazy.js';
import { schemaCompiler } from '../schema/schema-compiler.js';
import { nonDefaultChoices } from './choose-variants.js';
import { NO_VARIANTS, type VariantChanges, type VariantChoices, type VariantPoint } from './variant-point.js';

/** The parts from which contracts are created. */
export interface ContractMaterial {
  /** The contract of the specification. */
  readonly base: Contract;
  /** The names of the later revisions. */
  readonly revisions: readonly string[];
  /** Returns the contract of a later revision. */
  readonly revised: (revision: string) => Contract;
  readonly points: readonly VariantPoint[];
  /** Called when the first variant is needed. */
  readonly changes: () => VariantChanges;
}

/**
 * How many contracts with variants are kept, beside one for each single variant: a comparison of an exchange with every
 * variant needs all of those. A contract takes a tenth of a megabyte, and ten milliseconds to create.
 */
const REMEMBERED = 64;

/** Looks up contracts: {@link of} without variants, {@link in} with variants. */
export class Contracts {
  readonly base: Contract;
  readonly points: readonly VariantPoint[];
  readonly #material: ContractMaterial;
  /** The contracts that were used most recently, the latest at the end. */
  readonly #varied = new Map<string, Contract>();
  readonly #mostKept: number;

  constructor(material: ContractMaterial) {
    this.base = material.base;
    this.points = material.points;
    this.#material = material;
    this.#mostKept = this.points.reduce((sum, { others }) => sum + others.length, REMEMBERED);
  }

  /** The names of all revisions, the specification's first. */
  get revisions(): readonly string[] {
    return [SPECIFICATION, ...this.#material.revisions];
  }

  /** The contract of a revision, without variants. */
  of(revision: string): Contract {
    return revision === SPECIFICATION ? this.base : this.#material.revised(revision);
  }

  /** The contract of a known revision with the chosen variants, which are known, too. */
  in({ revision, variants }: Pick<Contract, 'revision' | 'variants'>): Contract {
    const choices = nonDefaultChoices(variants, this.points);
    if (choices === NO_VARIANTS) return this.of(revision);

    const key = JSON.stringify([revision, choices]);
    const contract = this.#varied.get(key) ?? this.#vary(this.of(revision), choices);
    // A map keeps its order: the contract moves to the end, and the one that has waited longest is the first.
    this.#varied.delete(key);
    this.#varied.set(key, contract);
    const [oldest] = this.#varied.keys();
    if (this.#varied.size > this.#mostKept) this.#varied.delete(oldest!);

    return contract;
  }

  /** Makes the contract of a revision with variants. */
  #vary(base: Contract, variants: VariantChoices): Contract {
    // Patches apply in the order of `spec/variants.yaml`: a patch that changes a part of the document stands before a
    // patch that replaces this part.
    let { document } = base;
    for (const [point, changes] of Object.entries(this.#material.changes())) {
      const chosen = variants[point];
      const patch = chosen === undefined ? undefined : changes[chosen];
      document = mergePatch(document, patch ?? {}) as OpenApiDocument;
    }

    const compiler = once(() => schemaCompiler(document));
    const validator = (schema: object): ValidateFunction =>
      unchangedValidator(base, document, schema) ?? lazyValidator(() => compiler()(schema));

    return { ...compileContract(document, validator), revision: base.revision, variants };
  }
}

/**
 * The base contract's validator of a schema; undefined if the varied document changes the schema or anything that it
 * refers to. A merge patch shares the parts that it does not change, so an unchanged part is the same object.
 */
function unchangedValidator(base: Contract, varied: OpenApiDocument, schema: object): ValidateFunction | undefined {
  const visited = new Set<unknown>();
  /** Whether all references in the part, and in what they lead to, have the same targets in both documents. */
  const hasSameTargets = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || visited.has(part)) return true;

    visited.add(part);

    // A chain begins with the part itself.
    const [, ...targets] = referenceChain(base.document, part);
    const [, ...variedTargets] = referenceChain(varied, part);
    if (targets.some((target, at) => target !== variedTargets[at])) return false;

    return [...targets, ...(Object.values(part) as unknown[])].every(hasSameTargets);
  };

  // A schema that is changed itself has no validator here, because it is another object than in the base document.
  const validate = base.validators.get(schema);
  return validate !== undefined && hasSameTargets(schema) ? validate : undefined;
}
