/** Reads an evidence file, and reports what contradicts the contract. */

import type { Contract } from '../../contract/contract.js';
import { applyEvidence, type Drift, type Evidence, type PointsWithEvidence } from '../../contract/fidelity/evidence.js';
import { describePoint } from '../../contract/fidelity/point.js';
import { escapePointer } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import { compileSchema, mistakeAt, shapeMistakes } from '../../contract/documents/check-document.js';
import { DocumentError, readDocument } from '../../contract/documents/read-document.js';
import { shippedSchema } from '../../common/shipped-files.js';
import { CheckFailed } from '../terminal/failure.js';

/**
 * The evidence in a file. It must come from a run against the same revision of the contract.
 * @throws DocumentError with every mistake; also if the evidence comes from an emulator
 */
export function readEvidence(file: string, { revision, fidelity }: Contract): Evidence {
  const points = fidelity().points.map(({ id }) => id);
  const source = readDocument(file);
  const { listed, more } = shapeMistakes(source, compileSchema(shippedSchema('evidence')));
  if (listed.length > 0) throw new DocumentError(file, listed, more);
  const evidence = source.data as Evidence;
  const { host, isEmulator, contract: observed } = evidence;
  const refuse = (...mistakes: readonly (readonly [pointer: string, message: string])[]): void => {
    const found = mistakes.map(([pointer, message]) => mistakeAt(source, pointer, message));
    if (found.length > 0) throw new DocumentError(file, found);
  };
  if (isEmulator)
    refuse(['/isEmulator', `this was observed at an emulator (${host}), which proves nothing about the service`]);
  if (observed.revision !== revision) {
    const remedy = `read it with --revision ${observed.revision}`;
    refuse(['/contract/revision', `this was observed against revision ${observed.revision}; ${remedy}`]);
  }
  const unknown = Object.keys(evidence.points).filter((id) => !points.includes(id));
  refuse(
    ...unknown.map(
      (id) => [`/points/${escapePointer(id)}`, `the contract has no such point${nearestPoint(id, points)}`] as const,
    ),
  );
  return evidence;
}

/** Suggests the nearest point only: a list of all points would be too long. */
function nearestPoint(id: string, points: readonly string[]): string {
  return /; did you mean "[^"]*"/.exec(nearest(id, points))?.[0].concat('?') ?? '; id-emulator fidelity lists them';
}

/**
 * The points of a contract, with the basis `recorded` for confirmed guesses, and the observations that contradict points.
 * @throws DocumentError if the evidence cannot be used
 */
export function observedPoints(file: string, contract: Contract): PointsWithEvidence {
  return applyEvidence(contract.fidelity().points, readEvidence(file, contract));
}

/** The contradictions as text for people; empty if there are none. */
export function driftsText(drifts: readonly Drift[]): string {
  if (drifts.length === 0) return '';
  const lines = drifts.flatMap(({ point, evidence: { contradictions, observed } }) => [
    `  ${point.basis}  ${point.id}  ${describePoint(point)}`.trimEnd(),
    ...contradictions.map((contradiction) => `    ${contradiction}`),
    ...(observed.length === 0 ? [] : [`    observed: ${observed.join(', ')}`]),
  ]);
  return `${['contradicted by observation', ...lines].join('\n')}\n\n`;
}

/** @throws CheckFailed if there is any */
export function refuseDrifts(drifts: readonly Drift[]): void {
  if (drifts.length === 0) return;
  throw new CheckFailed(
    `the evidence contradicts ${drifts.length === 1 ? 'a point' : `${drifts.length} points`}: ${drifts.map(({ point }) => point.id).join(', ')}`,
  );
}
