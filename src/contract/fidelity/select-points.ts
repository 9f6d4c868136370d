/** Selects, counts and groups points. */

import { listed } from '../../common/reporting/phrases.js';
import { BASES, type Basis, type FidelityPoint } from './point.js';

/** Which points are selected. */
export interface PointSelection {
  /** Only points with one of these bases. Default: any. */
  readonly basis?: readonly Basis[];
  /** Only points of this operation. Default: any. */
  readonly operation?: string;
}

/** The selected points, in their order. */
export function selectPoints(points: readonly FidelityPoint[], selection: PointSelection): FidelityPoint[] {
  const { basis = BASES, operation } = selection;
  const withBasis = points.filter((point) => basis.includes(point.basis));
  if (operation === undefined) return withBasis;

  return withBasis.filter(({ operations }) => operations.includes(operation));
}

/** The number of points with each basis. */
export type BasisCounts = Readonly<Record<Basis, number>>;

/** Counts the points with each basis. */
export function countByBasis(points: readonly Pick<FidelityPoint, 'basis'>[]): BasisCounts {
  const countOf = (basis: Basis): number => points.filter((point) => point.basis === basis).length;
  return Object.fromEntries(BASES.map((basis) => [basis, countOf(basis)])) as Record<Basis, number>;
}

/** `94 specified, 67 chosen`, without the bases that no point has. */
export function countsText(counts: BasisCounts): string {
  const present = BASES.filter((basis) => counts[basis] > 0);
  return present.map((basis) => `${counts[basis]} ${basis}`).join(', ');
}

/** Points of the same operations. */
export interface PointGroup {
  /** The operations: `a`, `a, b and c`, `all except a`, `every operation`, `several operations`. */
  readonly title: string;
  readonly points: readonly FidelityPoint[];
  /** Whether the points belong to different operations, which the title does not name. */
  readonly isMixed: boolean;
}

/** The title of the group whose points belong to different operations. */
const MIXED = 'several operations';
/** A title names at most this many operations. */
const MOST_NAMED = 3;
/** A title excludes at most this many operations. */
const MOST_EXCLUDED = 2;

/**
 * Groups the points: first those of each single operation, then those of several operations, then those of all.
 * @param operations the IDs of all operations, in the order of the groups
 */
export function groupPoints(points: readonly FidelityPoint[], operations: readonly string[]): PointGroup[] {
  const groups = new Map<string, FidelityPoint[]>();
  // Points are ordered by the number of their operations, then by their first operation.
  const rank = ({ operations: [first = '', ...others] }: FidelityPoint): number =>
    others.length * operations.length + operations.indexOf(first);
  for (const point of points.toSorted((a, b) => rank(a) - rank(b))) {
    const title = titleOf(point, operations);
    groups.set(title, [...(groups.get(title) ?? []), point]);
  }

  return [...groups].map(([title, grouped]) => ({ title, points: grouped, isMixed: title === MIXED }));
}

/** The title of the group to which a point belongs. */
function titleOf({ operations }: FidelityPoint, all: readonly string[]): string {
  const excluded = all.filter((operation) => !operations.includes(operation));
  if (excluded.length === 0) return 'every operation';
  if (operations.length <= MOST_NAMED) return listed(operations);

  return excluded.length <= MOST_EXCLUDED ? `all except ${listed(excluded)}` : MIXED;
}
