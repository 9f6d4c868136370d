/** The points by the operations that they belong to. */

import type { FidelityPoint } from './point.js';

/** Points that belong to the same operations, or each to others. */
export interface PointGroup {
  /** The operations in words: `getUsers`, `getUsers and getCredentials`, `all but issueToken`. */
  readonly title: string;
  readonly points: readonly FidelityPoint[];
  /** Whether the title does not say which operations a point belongs to. */
  readonly isMixed: boolean;
}

const MIXED = 'several operations';
/** More operations than that make no title. */
const MOST_NAMED = 3;
const MOST_LEFT_OUT = 2;

/**
 * The points of one operation alone, operation by operation, then those that several share, then those of all.
 * @param operations all that there are, in the order of the groups
 */
export function groupPoints(points: readonly FidelityPoint[], operations: readonly string[]): PointGroup[] {
  const groups = new Map<string, FidelityPoint[]>();
  const rank = ({ operations: [first = '', ...others] }: FidelityPoint): number =>
    others.length * operations.length + operations.indexOf(first);
  for (const point of points.toSorted((a, b) => rank(a) - rank(b))) {
    const title = titleOf(point, operations);
    groups.set(title, [...(groups.get(title) ?? []), point]);
  }
  return [...groups].map(([title, grouped]) => ({ title, points: grouped, isMixed: title === MIXED }));
}

function titleOf({ operations }: FidelityPoint, all: readonly string[]): string {
  const others = all.filter((operation) => !operations.includes(operation));
  if (others.length === 0) return 'every operation';
  if (operations.length <= MOST_NAMED) return listed(operations);
  return others.length <= MOST_LEFT_OUT ? `all but ${listed(others)}` : MIXED;
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
