/** The points of the contract as an evidence file shows them. */

import type { Contract } from '../contract/contract.js';
import { describePoint } from '../contract/fidelity/point.js';
import { applyEvidence, type Drift, type PointsWithEvidence } from '../contract/fidelity/evidence.js';
import { CheckFailed } from './check-failed.js';
import { readEvidence } from './read-evidence.js';

/**
 * The points of a contract, guesses that were observed to be right `recorded`, and what contradicts them.
 * @throws DocumentError where the evidence cannot be used
 */
export function observedPoints(file: string, contract: Contract): PointsWithEvidence {
  return applyEvidence(contract.fidelity().points, readEvidence(file, contract));
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
  throw new CheckFailed(
    `the evidence contradicts ${drifts.length === 1 ? 'a point' : `${drifts.length} points`}: ${drifts.map(({ point }) => point.id).join(', ')}`,
  );
}
