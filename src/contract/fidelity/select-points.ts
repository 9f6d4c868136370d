/** Some of the points, and how many there are. */

import { BASES, type Basis, type FidelityPoint } from './point.js';

export interface PointSelection {
  /** Those with one of these. Default: any. */
  readonly basis?: readonly Basis[];
  /** Those that belong to this one. Default: any. */
  readonly operation?: string;
}

/** The points that are asked for, in their order. */
export function selectPoints<Point extends Pick<FidelityPoint, 'basis' | 'operations'>>(
  points: readonly Point[],
  { basis, operation }: PointSelection,
): Point[] {
  return points.filter(
    (point) =>
      (basis?.includes(point.basis) ?? true) && (operation === undefined || point.operations.includes(operation)),
  );
}

/** How many points there are of each basis. */
export type BasisCounts = Readonly<Record<Basis, number>>;

export function countByBasis(points: readonly Pick<FidelityPoint, 'basis'>[]): BasisCounts {
  const countOf = (basis: Basis): number => points.filter((point) => point.basis === basis).length;
  return Object.fromEntries(BASES.map((basis) => [basis, countOf(basis)])) as Record<Basis, number>;
}

/** `94 specified, 67 chosen`; those that there are none of are left out. */
export function countsText(counts: BasisCounts): string {
  return BASES.filter((basis) => counts[basis] > 0)
    .map((basis) => `${counts[basis]} ${basis}`)
    .join(', ');
}

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
