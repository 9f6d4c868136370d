/** The contracts of an emulator: the specification's and, made when they are first asked for, later revisions and variants. */

import type { ValidateFunction } from 'ajv';
import { compileContract, type Contract, SPECIFICATION } from '../contract.js';
import { type OpenApiDocument, referenceChain } from '../document.js';
import { mergePatch } from '../json.js';
import { lazyCompiler } from '../lazy.js';
import { schemaCompiler } from '../schema-compiler.js';
import { nonDefaultChoices } from './choose-variants.js';
import { NO_VARIANTS, type VariantChanges, type VariantChoices, type VariantPoint } from './variant-point.js';

/** What contracts are made from. */
export interface ContractMaterial {
  /** The specification's. */
  readonly base: Contract;
  /** The names of the later revisions. */
  readonly revisions: readonly string[];
  /** The contract of one of those. */
  readonly revised: (revision: string) => Contract;
  readonly points: readonly VariantPoint[];
  /** Read when a variant is first asked for. */
  readonly changes: () => VariantChanges;
}

/** Which contract is meant. */
export interface ContractChoice {
  readonly revision: string;
  /** Some without mistakes. */
  readonly variants: VariantChoices;
}

/** How many combinations are kept; whoever asks for more of them waits some milliseconds again. */
const REMEMBERED = 64;

export class Contracts {
  readonly base: Contract;
  readonly points: readonly VariantPoint[];
  readonly #material: ContractMaterial;
  readonly #varied = new Map<string, Contract>();

  constructor(material: ContractMaterial) {
    this.base = material.base;
    this.points = material.points;
    this.#material = material;
  }

  /** The names of all revisions, the specification's first. */
  get revisions(): readonly string[] {
    return [SPECIFICATION, ...this.#material.revisions];
  }

  /** The contract of a revision, as it is. */
  of(revision: string): Contract {
    return revision === SPECIFICATION ? this.base : this.#material.revised(revision);
  }

  /** The contract of a revision in these variants. */
  in({ revision, variants }: ContractChoice): Contract {
    if (variants === NO_VARIANTS) return this.of(revision);
    const departing = nonDefaultChoices(variants, this.points);
    if (departing === NO_VARIANTS) return this.of(revision);
    const key = JSON.stringify([revision, departing]);
    const known = this.#varied.get(key);
    if (known !== undefined) return known;
    const contract = this.#vary(this.of(revision), departing);
    if (this.#varied.size >= REMEMBERED) this.#varied.clear();
    this.#varied.set(key, contract);
    return contract;
  }

  #vary(base: Contract, variants: VariantChoices): Contract {
    const changes = this.#material.changes();
    const document = Object.entries(variants).reduce<unknown>(
      (varied, [point, name]) => mergePatch(varied, changes[point]?.[name] ?? {}),
      base.document,
    ) as OpenApiDocument;
    const compile = lazyCompiler(() => schemaCompiler(document));
    return {
      ...compileContract(document, (schema) => unchangedValidator(base, document, schema) ?? compile(schema)),
      revision: base.revision,
      variants,
    };
  }
}

/**
 * The validator that the base has of a schema of the varied document; undefined where that has changed, or refers to what
 * has. A merge patch shares what it does not change, so what is the same is the same object.
 */
export function unchangedValidator(
  { document: base, validators }: Pick<Contract, 'document' | 'validators'>,
  varied: OpenApiDocument,
  schema: object,
): ValidateFunction | undefined {
  const validate = validators.get(schema);
  return validate !== undefined && refersToTheSame(schema, { base, varied, seen: new Set() }) ? validate : undefined;
}

interface Documents {
  readonly base: OpenApiDocument;
  readonly varied: OpenApiDocument;
  readonly seen: Set<object>;
}

function refersToTheSame(part: unknown, documents: Documents): boolean {
  const { base, varied, seen } = documents;
  if (typeof part !== 'object' || part === null || seen.has(part)) return true;
  seen.add(part);
  const [chain, other] = [referenceChain(base, part), referenceChain(varied, part)];
  if (chain.some((target, at) => target !== other[at])) return false;
  return [...chain.slice(1), ...(Object.values(part) as unknown[])].every((inner) => refersToTheSame(inner, documents));
}
