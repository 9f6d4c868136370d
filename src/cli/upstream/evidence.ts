/** Reads an evidence file, and reports what contradicts the contract. */

import type { Contract } from '../../contract/contract.js';
import { describePoint, type FidelityPoint, isGuess } from '../../contract/fidelity/point.js';
import { escapePointer } from '../../common/json.js';
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
      if (verdict === 'otherwise' || verdict === 'changed') return { ...point, refuted: true };

      return isGuess(point) && verdict === 'as-guessed' ? { ...point, basis: 'recorded' } : point;
    }),
    drifts: points.flatMap((point) => {
      const evidence = evidenceOf(point);
      return evidence === undefined || evidence.verdict === 'as-guessed' ? [] : [{ point, evidence }];
    }),
  };
}

/**
 * The points of a contract, with the basis `recorded` for guesses that the evidence in the files confirms, and the
 * observations that contradict points. The evidence must have been compared with the same revision of the contract.
 * @throws DocumentError with every mistake; also if the evidence comes from an emulator
 */
export function observedPoints(files: readonly string[], { revision, fidelity }: Contract): PointsWithEvidence {
  const { points } = fidelity();
  const ids = points.map(({ id }) => id);
  return applyEvidence(points, { points: mergedPoints(files.map((file) => evidenceIn(file, revision, ids))) });
}

/** @throws DocumentError with every mistake of the file */
function evidenceIn(file: string, revision: string, points: readonly string[]): Pick<Evidence, 'points'> {
  const source = readOfShape(file, compileSchema(shippedSchema('evidence')));
  const evidence = source.data as Evidence;
  const { isEmulator, contract: observed } = evidence;
  const mistakes: Mistake[] = [];
  const add = (pointer: string, message: string): unknown => mistakes.push(mistakeAt(source, pointer, message));
  const unknown = Object.keys(evidence.points).filter((id) => !points.includes(id));
  const where = `revision ${observed.revision}; read it with --revision ${observed.revision}`;
  if (isEmulator) add('/isEmulator', 'this was observed at an emulator, which proves nothing about the service');
  else if (observed.revision !== revision) add('/contract/revision', `this was observed against ${where}`);
  else
    for (const id of unknown)
      add(`/points/${escapePointer(id)}`, `the contract has no such point${nearestPoint(id, points)}`);
  if (mistakes.length > 0) throw new DocumentError(file, mistakes);

  return evidence;
}

/**
 * The evidence of several files for each point. A contradiction in one file counts, even if others confirm the point.
 */
export function mergedPoints(all: readonly Pick<Evidence, 'points'>[]): Evidence['points'] {
  const ids = [...new Set(all.flatMap(({ points }) => Object.keys(points)))];
  return Object.fromEntries(ids.map((id) => [id, mergedEvidence(all.flatMap(({ points }) => points[id] ?? []))]));
}

function mergedEvidence(parts: readonly PointEvidence[]): PointEvidence {
  const [first, ...others] = parts as [PointEvidence, ...PointEvidence[]];
  if (others.length === 0) return first;

  const verdicts = new Set(parts.map(({ verdict }) => verdict));
  const variants = new Set(parts.map(({ variant }) => variant));
  const [variant] = verdicts.size === 1 && variants.size === 1 ? variants : [];
  const { variant: _variant, ...rest } = first;
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

  return {
    ...rest,
    verdict: verdicts.size === 1 ? first.verdict : verdicts.has('otherwise') ? 'otherwise' : 'changed',
    ...(variant !== undefined && { variant }),
    observed: unique(parts.flatMap(({ observed }) => observed)),
    contradictions: unique(parts.flatMap(({ contradictions }) => contradictions)),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Suggests the nearest point only: a list of all points would be too long. */
function nearestPoint(id: string, points: readonly string[]): string {
  return /; did you mean "[^"]*"/.exec(nearest(id, points))?.[0].concat('?') ?? '; id-emulator fidelity lists them';
}

/** The contradictions as text for people; empty if there are none. */
export function driftsText(drifts: readonly Drift[]): string {
  if (drifts.length === 0) return '';

  const lines = drifts.flatMap(({ point, evidence: { contradictions, observed, variant } }) => [
    `  ${point.basis}  ${point.id}  ${describePoint(point)}`.trimEnd(),
    ...contradictions.map((contradiction) => `    ${contradiction}`),
    ...(variant === undefined ? [] : [`    variant: ${variant}`]),
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
