/** Finds which mutants a command notices, many at a time: a group that it notices is halved. */

import { type Mutant, mutantText } from './mutants.js';

/** How a command notices: a test fails, or it passes, but sends other requests than before. */
export type Notice = 'test' | 'requests';

/** Runs the command with these mutants. Undefined if there is no more time. */
export type TryMutants = (mutants: readonly Mutant[]) => Promise<Notice | 'none' | undefined>;

export class MutantSearch {
  readonly #tryMutants: TryMutants;
  readonly #noticed = new Map<string, Notice>();
  readonly #unnoticed = new Set<string>();
  readonly #together: (readonly Mutant[])[] = [];

  constructor(tryMutants: TryMutants) {
    this.#tryMutants = tryMutants;
  }

  /** Groups that are noticed although no half of them is: their mutants matter only together. */
  get together(): readonly (readonly Mutant[])[] {
    return this.#together;
  }

  /** How the mutant is noticed; `none` if it is not, undefined if it was not tried. */
  noticeOf(mutant: Mutant): Notice | 'none' | undefined {
    const text = mutantText(mutant);
    return this.#noticed.get(text) ?? (this.#unnoticed.has(text) ? 'none' : undefined);
  }

  /** @returns whether any of the mutants is noticed */
  async search(mutants: readonly Mutant[]): Promise<boolean> {
    if (mutants.length === 0) return false;
    const notice = await this.#tryMutants(mutants);
    if (notice === undefined) return false;
    if (notice === 'none') {
      for (const mutant of mutants) this.#unnoticed.add(mutantText(mutant));
      return false;
    }
    if (mutants.length === 1) {
      this.#noticed.set(mutantText(mutants[0]!), notice);
      return true;
    }
    const middle = mutants.length >> 1;
    const first = await this.search(mutants.slice(0, middle));
    const second = await this.search(mutants.slice(middle));
    if (!first && !second && mutants.every((mutant) => this.noticeOf(mutant) !== undefined))
      this.#together.push(mutants);
    return true;
  }
}
