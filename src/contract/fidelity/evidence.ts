/** What a conformance run has observed at a server, and what that does to the points of the contract. */

import { isGuess, type FidelityPoint } from './point.js';

export const EVIDENCE_FORMAT = 'id-emulator-evidence';
export const EVIDENCE_VERSION = 1;

/** What an evidence file holds; `spec/evidence.schema.json` describes it. It tells no secret, and nothing of a person. */
export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly version: typeof EVIDENCE_VERSION;
  /** The contract that the server was held against. */
  readonly contract: { readonly revision: string; readonly version: string; readonly sha256: string };
  /** Of the server, with its port where it has one. */
  readonly host: string;
  /** Whether the answers said that they come from an emulator. */
  readonly isEmulator: boolean;
  /** By the ID of the point. */
  readonly points: Readonly<Record<string, PointEvidence>>;
}

/** What was observed of one point. */
export interface PointEvidence {
  /** `otherwise` where any check has seen otherwise. */
  readonly verdict: 'as-guessed' | 'otherwise';
  /** Words of enumerations, statuses, names of headers, forms of texts. */
  readonly observed: readonly string[];
  /** In what way it is otherwise, a sentence each. */
  readonly departures: readonly string[];
  /** The checks that have looked. */
  readonly checks: readonly string[];
  /** How many answers they have looked at; one that several have looked at counts for each. */
  readonly count: number;
  /** By the server's own clock, ISO 8601; absent where it has not told. */
  readonly from?: string;
  readonly to?: string;
}

/** A point that was observed otherwise than the contract says. */
export interface Drift {
  readonly point: FidelityPoint;
  readonly evidence: PointEvidence;
}

export interface PointsWithEvidence {
  /** All of them, in their order; a guess that was observed to be right is `recorded`. */
  readonly points: readonly FidelityPoint[];
  /** In the order of the points. */
  readonly drifts: readonly Drift[];
}

/** Holds the points against what was observed. What is stated or shown elsewhere keeps its basis. */
export function applyEvidence(
  points: readonly FidelityPoint[],
  { points: observed }: Pick<Evidence, 'points'>,
): PointsWithEvidence {
  const evidenceOf = ({ id }: FidelityPoint): PointEvidence | undefined =>
    Object.hasOwn(observed, id) ? observed[id] : undefined;
  return {
    points: points.map((point) =>
      isGuess(point) && evidenceOf(point)?.verdict === 'as-guessed' ? { ...point, basis: 'recorded' } : point,
    ),
    drifts: points.flatMap((point) => {
      const evidence = evidenceOf(point);
      return evidence?.verdict === 'otherwise' ? [{ point, evidence }] : [];
    }),
  };
}
