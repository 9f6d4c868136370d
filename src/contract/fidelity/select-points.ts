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
