/** The points of the contract as an evidence file shows them. */

import { describePoint } from '../contract/fidelity/describe-point.js';
import { applyEvidence, type Drift, type PointsWithEvidence } from '../contract/fidelity/evidence.js';
import { shippedContract } from '../shipped.js';
import { CheckFailed } from './check-failed.js';
import { readEvidence } from './read-evidence.js';

/**
 * The points, guesses that were observed to be right `recorded`, and what contradicts them.
 * @throws DocumentError where the evidence cannot be used
 */
export function observedPoints(file: string): PointsWithEvidence {
  const { points } = shippedContract().fidelity();
  return applyEvidence(points, readEvidence(file, points.map(({ id }) => id)));
}

/** The drifts for people; nothing where there are none. */
export function driftsText(drifts: readonly Drift[]): string {
  if (drifts.length === 0) return '';
  const lines = drifts.flatMap(({ point, evidence: { departures, observed } }) => [
    `  ${point.basis}  ${point.id}  ${describePoint(point)}`.trimEnd(),
    ...departures.map((departure) => `    ${departure}`),
    ...(observed.length === 0 ? [] : [`    observed: ${observed.join(', ')}`]),
  ]);
  return `${['observed otherwise', ...lines].join('\n')}\n\n`;
}

/** @throws CheckFailed where there is any */
export function refuseDrifts(drifts: readonly Drift[]): void {
  if (drifts.length === 0) return;
  throw new CheckFailed(`the evidence contradicts ${drifts.length === 1 ? 'a point' : `${drifts.length} points`}: ${drifts.map(({ point }) => point.id).join(', ')}`);
}
