/** Entries of which one has broken a run, or kept it from being judged, and which one is not known yet. */

import type { Observation } from '../classify/classify.js';
import { isPassing } from '../classify/known-client.js';
import type { PlanEntry } from './plan.js';
import type { Reaction } from '../classify/reaction.js';

/** What a run seems to show of an entry. */
export interface Suspicion {
  /** All entries of its sandbox in that run. */
  readonly company: readonly PlanEntry[];
  readonly seenOnlyOnce: Reaction | undefined;
  /** Whether the run did not end. */
  readonly hasHung: boolean;
}

export class Suspects {
  /** Those to try by themselves, with the company that they had. */
  readonly #companies = new Map<PlanEntry, readonly PlanEntry[]>();
  readonly #seenOnlyOnce = new Map<PlanEntry, Reaction>();
  /** Those of a run that did not end, which keep all others from being judged. */
  readonly #apart = new Set<PlanEntry>();
  /** The variants of a run that broke, by sandbox. */
  readonly #variants = new Map<string, readonly PlanEntry[]>();

  has(entry: PlanEntry): boolean {
    return this.#companies.has(entry);
  }

  isApart(entry: PlanEntry): boolean {
    return this.#apart.has(entry);
  }

  /** What a run with others seems to have shown. */
  seenOnlyOnce(entry: PlanEntry): Reaction | undefined {
    return this.#seenOnlyOnce.get(entry);
  }

  add(entry: PlanEntry, { company, seenOnlyOnce, hasHung }: Suspicion): void {
    this.#companies.set(entry, company);
    if (hasHung) this.#apart.add(entry);
    if (seenOnlyOnce !== undefined) this.#seenOnlyOnce.set(entry, seenOnlyOnce);
  }

  /** Adds an entry that is suspect without a run. */
  addAlone(entry: PlanEntry): void {
    this.#companies.set(entry, [entry]);
  }

  /**
   * Records that a suspect was tried by itself: the others of its run are suspects no longer, unless it seemed to show
   * something of them.
   * @returns the company of the suspect, and whether there were others; undefined if it is no suspect
   */
  clear(entry: PlanEntry): { readonly company: readonly PlanEntry[]; readonly hadOthers: boolean } | undefined {
    const company = this.#companies.get(entry);
    if (company === undefined) return undefined;
    const others = company.filter((other) => other !== entry && this.#companies.get(other) === company);
    for (const other of others) if (!this.#seenOnlyOnce.has(other)) this.#companies.delete(other);
    return { company, hadOthers: others.length > 0 };
  }

  /** Records that one of these variants has broken a run. */
  addVariants(entries: readonly PlanEntry[]): void {
    if (entries.length === 1) this.addAlone(entries[0]!);
    this.#variants.set(entries[0]!.call.sandbox, entries);
  }

  /**
   * Records what was seen of a variant. If the run passed, this variant did not break the earlier run. If it broke, this one
   * did.
   */
  narrowDown(entry: PlanEntry, observation: Observation): void {
    const left = isPassing(observation) ? this.variantsWith(entry).filter((each) => each !== entry) : [];
    this.#variants.set(entry.call.sandbox, left);
  }

  /** The variants of a run that broke, if this one is among them. */
  variantsWith(entry: PlanEntry): readonly PlanEntry[] {
    const broken = this.#variants.get(entry.call.sandbox) ?? [];
    return broken.includes(entry) ? broken : [];
  }
}
