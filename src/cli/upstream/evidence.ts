/** Reads an evidence file, and reports what contradicts the contract. */

import type { Contract } from '../../contract/contract.js';
import { describePoint, type FidelityPoint, isGuess } from '../../contract/fidelity/point.js';
import { escapePointer } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import { compileSchema, mistakeAt, readOfShape } from '../../contract/documents/check-document.js';
import { DocumentError, type Mistake } from '../../contract/documents/read-document.js';
import { shippedSchema } from '../../common/shipped-files.js';
import type { Evidence, PointEvidence } from '../../upstream/conformance/report/evidence.js';
import { CheckError } from '../terminal/failure.js';

/** A point where the server differs from the contract. */
interface Drift {
  readonly point: FidelityPoint;
  readonly evidence: PointEvidence;
}

/** A point, and whether an observation contradicts it. */
export interface ObservedPoint extends FidelityPoint {
  readonly refuted?: true;
}

export interface PointsWithEvidence {
  /** All points, in their order. A guess that was observed to be right has the basis `recorded`. */
  readonly points: readonly ObservedPoint[];
  /** In the order of the points. */
  readonly drifts: readonly Drift[];
}

/** Compares the points with what was observed. A point that is not a guess keeps its basis. */
export function applyEvidence(
  points: readonly FidelityPoint[],
  { points: observed }: Pick<Evidence, 'points'>,
): PointsWithEvidence {
  const evidenceOf = ({ id }: FidelityPoint): PointEvidence | undefined =>
    Object.hasOwn(observed, id) ? observed[id] : undefined;
  return {
    points: points.map((point): ObservedPoint => {
      const verdict = evidenceOf(point)?.verdict;
      if (verdict === 'otherwise') return { ...point, refuted: true };
      return isGuess(point) && verdict === 'as-guessed' ? { ...point, basis: 'recorded' } : point;
    }),
    drifts: points.flatMap((point) => {
      const evidence = evidenceOf(point);
      return evidence?.verdict === 'otherwise' ? [{ point, evidence }] : [];
    }),
  };
}

/**
 * The points of a contract, with the basis `recorded` for guesses that the evidence in a file confirms, and the
 * observations that contradict points. The evidence must come from a run against the same revision of the contract.
 * @throws DocumentError with every mistake; also if the evidence comes from an emulator
 */
export function observedPoints(file: string, { revision, fidelity }: Contract): PointsWithEvidence {
  const points = fidelity().points.map(({ id }) => id);
  const source = readOfShape(file, compileSchema(shippedSchema('evidence')));
  const evidence = source.data as Evidence;
  const { host, isEmulator, contract: observed } = evidence;
  const mistakes: Mistake[] = [];
  const add = (pointer: string, message: string): unknown => mistakes.push(mistakeAt(source, pointer, message));
  const unknown = Object.keys(evidence.points).filter((id) => !points.includes(id));
  const where = `revision ${observed.revision}; read it with --revision ${observed.revision}`;
  if (isEmulator)
    add('/isEmulator', `this was observed at an emulator (${host}), which proves nothing about the service`);
  else if (observed.revision !== revision) add('/contract/revision', `this was observed against ${where}`);
  else
    for (const id of unknown)
      add(`/points/${escapePointer(id)}`, `the contract has no such point${nearestPoint(id, points)}`);
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);
  return applyEvidence(fidelity().points, evidence);
}

/** Suggests the nearest point only: a list of all points would be too long. */
function nearestPoint(id: string, points: readonly string[]): string {
  return /; did you mean "[^"]*"/.exec(nearest(id, points))?.[0].concat('?') ?? '; id-emulator fidelity lists them';
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

/** @throws CheckError if there is any */
export function refuseDrifts(drifts: readonly Drift[]): void {
  if (drifts.length === 0) return;
  throw new CheckError(
    `the evidence contradicts ${drifts.length === 1 ? 'a point' : `${drifts.length} points`}: ${drifts.map(({ point }) => point.id).join(', ')}`,
  );
}
