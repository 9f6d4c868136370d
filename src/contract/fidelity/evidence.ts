/** Evidence: the observations of a conformance run, and their effect on the points of the contract. */

import { isGuess, type FidelityPoint } from './point.js';

export const EVIDENCE_FORMAT = 'id-emulator-evidence';
export const EVIDENCE_VERSION = 2;

/** An evidence file, as `spec/evidence.schema.json` describes it. It holds no secret and no personal data. */
export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly version: typeof EVIDENCE_VERSION;
  /** The contract that the server was checked against. */
  readonly contract: { readonly revision: string; readonly version: string; readonly sha256: string };
  /** The server's host, with its port if it has one. */
  readonly host: string;
  /** Whether the responses named an emulator as their source. */
  readonly isEmulator: boolean;
  /** By the ID of the point. */
  readonly points: Readonly<Record<string, PointEvidence>>;
}

/** What was observed of one point. */
export interface PointEvidence {
  /** `otherwise` if any check observed a difference from the contract. */
  readonly verdict: 'as-guessed' | 'otherwise';
  /** Values of enumerations, statuses, names of headers, forms of texts. */
  readonly observed: readonly string[];
  /** How it differs from the contract, in a sentence for each difference. */
  readonly contradictions: readonly string[];
  /** The checks that have observed it. */
  readonly checks: readonly string[];
  /** The number of responses that the checks have looked at. A response that several have looked at counts for each. */
  readonly count: number;
  /** Time of the first response by the server's clock, ISO 8601. Absent if the server does not send one. */
  readonly from?: string;
  /** Time of the last response. */
  readonly to?: string;
}

/** A point where the server differs from the contract. */
export interface Drift {
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
