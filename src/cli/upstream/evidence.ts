/**
 * Reads an evidence file, and reports what contradicts the contract. The contract consists of points. Each point is one
 * statement about the service, with its basis: how the statement is known. Some points are guesses. Evidence is what
 * was observed about points at the real service.
 */

import type { Contract } from '../../contract/contract.js';
import { describePoint, type FidelityPoint, isGuess } from '../../contract/fidelity/point.js';
import { escapePointer, withoutUndefined } from '../../common/json.js';
import { nearest } from '../../contract/suggestions.js';
import { compileSchema, mistakeAt, readOfShape } from '../../contract/documents/check-document.js';
import { DocumentError, type Mistake } from '../../contract/documents/read-document.js';
import { shippedSchema } from '../../common/shipped-files.js';
import type { Evidence, PointEvidence } from '../../upstream/report-types.js';
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

/** The points of a contract, compared with what was observed. */
export interface PointsWithEvidence {
  /** All points, in their order. A guess that was observed to be right has the basis `recorded`. */
  readonly points: readonly ObservedPoint[];
  /** In the order of the points. */
  readonly drifts: readonly Drift[];
}

type EvidencePoints = Pick<Evidence, 'points'>;

/** Compares the points with what was observed. A point that is not a guess keeps its basis. */
export function applyEvidence(points: readonly FidelityPoint[], evidence: EvidencePoints): PointsWithEvidence {
  // The file may have any names: `toString` is a member of every object, and no point.
  const evidenceById = new Map(Object.entries(evidence.points));
  const drifts: Drift[] = [];
  const observed = points.map((point): ObservedPoint => {
    const found = evidenceById.get(point.id);
    if (found === undefined) return point;
    if (found.verdict === 'as-guessed') return isGuess(point) ? { ...point, basis: 'recorded' } : point;

    drifts.push({ point, evidence: found });
    return { ...point, refuted: true };
  });

  return { points: observed, drifts };
}

/**
 * The points of a contract, with the basis `recorded` for guesses that the evidence in the files confirms, and the
 * observations that contradict points. The evidence must have been compared with the same revision of the contract.
 * @throws DocumentError with every mistake; also if the evidence comes from an emulator
 */
export function observedPoints(files: readonly string[], { revision, fidelity }: Contract): PointsWithEvidence {
  const { points } = fidelity();
  const ids = points.map(({ id }) => id);
  const evidence = files.map((file) => evidenceIn(file, revision, ids));

  return applyEvidence(points, { points: mergedPoints(evidence) });
}

/**
 * The evidence in a file.
 * @param revision the revision of the contract with which the evidence must have been compared
 * @param pointIds the IDs of the points of this revision
 * @throws DocumentError with every mistake of the file
 */
function evidenceIn(file: string, revision: string, pointIds: readonly string[]): EvidencePoints {
  const source = readOfShape(file, compileSchema(shippedSchema('evidence')));
  const evidence = source.data as Evidence;
  const mistakes: Mistake[] = [];
  const add = (pointer: string, message: string): unknown => mistakes.push(mistakeAt(source, pointer, message));

  const { isEmulator, contract, points } = evidence;
  const { revision: found } = contract;
  const unknownIds = Object.keys(points).filter((id) => !pointIds.includes(id));

  if (isEmulator) {
    add('/isEmulator', 'this was observed at an emulator, which proves nothing about the service');
  } else if (found !== revision) {
    add('/contract/revision', `this was observed against revision ${found}; read it with --revision ${found}`);
  } else {
    // With another revision, most points would be unknown, and the list would hide the one mistake.
    for (const id of unknownIds)
      add(`/points/${escapePointer(id)}`, `the contract has no such point${nearestPoint(id, pointIds)}`);
  }

  if (mistakes.length > 0) throw new DocumentError(file, mistakes);

  return evidence;
}

/**
 * The evidence of several files for each point. A contradiction in one file counts, even if other files confirm the
 * point.
 */
export function mergedPoints(files: readonly EvidencePoints[]): Evidence['points'] {
  const evidence = new Map<string, PointEvidence[]>();
  for (const { points } of files)
    for (const [id, piece] of Object.entries(points)) evidence.set(id, [...(evidence.get(id) ?? []), piece]);

  return Object.fromEntries([...evidence].map(([id, pieces]) => [id, mergedEvidence(pieces)]));
}

/** Joins evidence about one point. @param pieces the evidence of each file that has observed the point; at least one */
function mergedEvidence(pieces: readonly PointEvidence[]): PointEvidence {
  const [first, ...others] = pieces as [PointEvidence, ...PointEvidence[]];
  if (others.length === 0) return first;

  const verdicts = new Set(pieces.map(({ verdict }) => verdict));
  const variants = new Set(pieces.map(({ variant }) => variant));
  const isUnanimous = verdicts.size === 1;
  // `otherwise` is the stronger contradiction: the server always differed. `changed`: it differed for a time.
  const disputed = verdicts.has('otherwise') ? 'otherwise' : 'changed';

  // A variant is an alternative to a guess. It is named only if all files agree on it.
  const { variant, ...members } = first;
  const agreed = isUnanimous && variants.size === 1 ? withoutUndefined({ variant }) : {};

  const observed = new Set(pieces.flatMap((piece) => piece.observed));
  const contradictions = new Set(pieces.flatMap((piece) => piece.contradictions));
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0);

  return {
    ...members,
    verdict: isUnanimous ? first.verdict : disputed,
    ...agreed,
    observed: [...observed],
    contradictions: [...contradictions],
    count,
  };
}

/** Suggests the nearest point only: a list of all points would be too long. */
function nearestPoint(id: string, points: readonly string[]): string {
  const hint = nearest(id, points);
  return hint.includes('did you mean') ? hint : '; id-emulator fidelity lists them';
}

/** The contradictions as text for people; empty if there are none. */
export function driftsText(drifts: readonly Drift[]): string {
  if (drifts.length === 0) return '';

  const lines = ['contradicted by observation'];
  for (const { point, evidence } of drifts) {
    const { contradictions, observed, variant } = evidence;
    lines.push(`  ${point.basis}  ${point.id}  ${describePoint(point)}`.trimEnd());
    for (const contradiction of contradictions) lines.push(`    ${contradiction}`);
    if (variant !== undefined) lines.push(`    variant: ${variant}`);
    if (observed.length > 0) lines.push(`    observed: ${observed.join(', ')}`);
  }

  return `${lines.join('\n')}\n\n`;
}

/** @throws CheckError if a point is contradicted */
export function refuseDrifts(drifts: readonly Drift[]): void {
  if (drifts.length === 0) return;

  const ids = drifts.map(({ point }) => point.id).join(', ');
  const what = drifts.length === 1 ? 'a point' : `${drifts.length} points`;
  throw new CheckError(`the evidence contradicts ${what}: ${ids}`);
}
