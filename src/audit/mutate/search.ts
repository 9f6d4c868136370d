/** Finds which mutants a command notices, many at a time: a group that it notices is halved. */

import { ALLOWED_CHANGE_KINDS } from '../../contract/allowed-changes.js';
import { type ChangeKind, isWithin, type Mutant, mutantText } from './mutants.js';

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

/** What was found about every mutant. */
export interface SearchedMutants {
  readonly mutants: readonly MutantOutcome[];
  /** Groups of mutants that are noticed only together. */
  readonly together: readonly (readonly Mutant[])[];
}

export interface MutantOutcome {
  readonly mutant: Mutant;
  /** Undefined if it was not tried. A member that another mutant has shown to be read is not tried again. */
  readonly notice: Notice | 'none' | undefined;
}

/** A member that one kind of change has shown to be read needs no further kinds. */
const PHASES: readonly ChangeKind[] = [...ALLOWED_CHANGE_KINDS, 'missing'];

/** Of the groups in which everything that was not noticed is tried once more, in other company. */
const STRIPES = 4;

/** @param onTried called after each try with the number of mutants that are decided */
export async function searchAll(
  all: readonly Mutant[],
  tryMutants: TryMutants,
  onTried: (decided: number) => void = () => undefined,
): Promise<SearchedMutants> {
  const search = new MutantSearch(async (mutants) => {
    const notice = await tryMutants(mutants);
    onTried(all.filter((mutant) => search.noticeOf(mutant) !== undefined || isRead(mutant)).length);
    return notice;
  });
  const isRead = ({ operation, place, kind }: Mutant): boolean =>
    all.some(
      (other) =>
        other.operation === operation &&
        // What is around a member that is read cannot be missing.
        (other.place === place || (kind === 'missing' && isWithin(other.place, place))) &&
        isNotice(search.noticeOf(other)),
    );
  for (const kind of PHASES) {
    const phase = all.filter((mutant) => mutant.kind === kind && !isRead(mutant));
    for (const group of groupsOf(phase)) await search.search(group);
  }
  const unnoticed = all.filter((mutant) => mutant.kind === 'value' && search.noticeOf(mutant) === 'none');
  for (const group of stripes(unnoticed)) await search.search(group);
  const outcomes = all.map((mutant): MutantOutcome => ({ mutant, notice: search.noticeOf(mutant) }));
  const isWanted = ({ mutant, notice }: MutantOutcome): boolean =>
    mutant.kind !== 'missing' || notice !== undefined || !isRead(mutant);
  return { mutants: outcomes.filter(isWanted), together: search.together };
}

export function isNotice(notice: Notice | 'none' | undefined): notice is Notice {
  return notice === 'test' || notice === 'requests';
}

/** One group for each operation and depth: a member inside of one that is absent could not be noticed. */
function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const outer = mutants.filter((other) => isInside(mutant, other)).length;
    const key = `${mutant.operation} ${mutant.kind === 'value' ? 0 : outer}`;
    groups.set(key, [...(groups.get(key) ?? []), mutant]);
  }
  return [...groups.values()];
}

function isInside({ operation, place }: Mutant, outer: Mutant): boolean {
  return operation === outer.operation && place !== outer.place && isWithin(place, outer.place);
}

/** A changed value may hide another one: each is tried a second time beside others. */
function stripes(mutants: readonly Mutant[]): Mutant[][] {
  return Array.from({ length: STRIPES }, (_, stripe) => mutants.filter((_mutant, at) => at % STRIPES === stripe));
}
