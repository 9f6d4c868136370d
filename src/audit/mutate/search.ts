/**
 * Finds which mutants a command notices. One run tries a group of mutants. If the command notices the group, each half
 * of the group is tried, until single mutants are found.
 */

import { ALLOWED_CHANGE_KINDS } from '../../contract/schema/allowed-changes.js';
import { groupBy } from '../../emulator/judge/series.js';
import type { ChangeKind, Mutant, MutantOutcome, Notice, SearchedMutants } from '../audit-types.js';
import { isWithin } from './mutants.js';

/** Runs the command with mutants. @returns how the command notices them; undefined if no further run is allowed */
export type TryMutants = (mutants: readonly Mutant[]) => Promise<Notice | 'none' | undefined>;

/** The kinds of changes in turn. A member that is known to be read needs no further changes. */
const PHASES: readonly ChangeKind[] = [...ALLOWED_CHANGE_KINDS, 'missing'];

/** The number of groups in which unnoticed mutants are tried once more, each beside other mutants than before. */
const STRIPES = 4;

/** Tries all mutants. @param onTried called after each try with the number of mutants that are decided */
export async function searchAll(
  all: readonly Mutant[],
  tryMutants: TryMutants,
  onTried: (decided: number) => void = () => undefined,
): Promise<SearchedMutants> {
  const notices = new Map<Mutant, Notice | 'none'>();
  const together: (readonly Mutant[])[] = [];
  const isRead = ({ operation, place, kind }: Mutant): boolean =>
    all.some((other) => {
      // If a member is read, the objects around it have to be there.
      const isInside = kind === 'missing' && isWithin(other.place, place);
      const isOfPlace = other.operation === operation && (other.place === place || isInside);
      return isOfPlace && isNotice(notices.get(other));
    });

  /** Tries the mutants together, then halves of them. @returns whether any of the mutants is noticed */
  const search = async (mutants: readonly Mutant[]): Promise<boolean> => {
    if (mutants.length === 0) return false;

    const notice = await tryMutants(mutants);
    // A mutant that was noticed before stays noticed, even if nobody notices it in this group.
    const unnoticed = notice === 'none' ? mutants.filter((mutant) => !notices.has(mutant)) : [];
    for (const mutant of unnoticed) notices.set(mutant, 'none');

    const isAlone = mutants.length === 1;
    if (isAlone && isNotice(notice)) notices.set(mutants[0]!, notice);
    onTried(all.filter((mutant) => notices.has(mutant) || isRead(mutant)).length);
    if (isAlone || !isNotice(notice)) return isNotice(notice);

    const half = Math.floor(mutants.length / 2);
    const isFirstNoticed = await search(mutants.slice(0, half));
    const isSecondNoticed = await search(mutants.slice(half));
    const areDecided = mutants.every((mutant) => notices.has(mutant));
    // The whole group is noticed, and neither half is: only the changes together make a test fail.
    if (!isFirstNoticed && !isSecondNoticed && areDecided) together.push(mutants);

    return true;
  };

  for (const kind of PHASES) {
    const phase = all.filter((mutant) => mutant.kind === kind && !isRead(mutant));
    for (const group of groupsOf(phase)) await search(group);
  }

  const unreadValues = all.filter((mutant) => mutant.kind === 'value' && notices.get(mutant) === 'none');
  // A changed value may hide another changed value, so each mutant is tried again beside other mutants.
  for (let stripe = 0; stripe < STRIPES; stripe += 1)
    await search(unreadValues.filter((_, index) => index % STRIPES === stripe));

  const outcomes = all.map((mutant): MutantOutcome => ({ mutant, notice: notices.get(mutant) ?? 'untried' }));
  // A missing member was not tried if the member is known to be read. The report need not list it as untried.
  const isWanted = ({ mutant, notice }: MutantOutcome): boolean =>
    mutant.kind !== 'missing' || notice !== 'untried' || !isRead(mutant);

  return { mutants: outcomes.filter(isWanted), together };
}

/** Whether a mutant is noticed. */
export function isNotice(notice: MutantOutcome['notice'] | undefined): notice is Notice {
  return notice === 'test' || notice === 'requests';
}

/**
 * Groups by operation and depth. A mutant that removes an object hides changes inside the object, so both are not tried
 * in one group. A changed value has nothing inside.
 */
function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  return groupBy(mutants, ({ operation, place, kind }) => {
    const ofOperation = mutants.filter((other) => other.operation === operation);
    const outer = ofOperation.filter((other) => other.place !== place && isWithin(place, other.place));
    const depth = kind === 'value' ? 0 : outer.length;

    return `${operation} ${depth}`;
  });
}
