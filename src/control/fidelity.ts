/** What the contract rests on, as the control plane tells it. */

import type { Contract } from '../contract/contract.js';
import type { FidelityPoint } from '../contract/fidelity/point.js';
import {
  countByBasis,
  selectPoints,
  type BasisCounts,
  type PointSelection,
} from '../contract/fidelity/select-points.js';

/** Points of the contract. */
export interface ShownFidelity {
  /** How many of them there are of each basis. */
  readonly counts: BasisCounts;
  /** In the document's order. */
  readonly points: readonly FidelityPoint[];
}

/** The points that are asked for. */
export function showFidelity(contract: Contract, selection: PointSelection): ShownFidelity {
  const points = selectPoints(contract.fidelity().points, selection);
  return { counts: countByBasis(points), points };
}
