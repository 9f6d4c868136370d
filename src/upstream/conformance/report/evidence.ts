/** Turns the observations of a run into evidence about points of the contract. */

import { checksWith, type CheckResult, type ConformanceReport } from './conformance-report.js';

const EVIDENCE_FORMAT = 'id-emulator-evidence';
const EVIDENCE_VERSION = 2;

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

/** The evidence of a run. Points that no check observed are absent. */
export function evidenceOf(report: ConformanceReport): Evidence {
  const checks = checksWith(report, 'pass', 'fail', 'as-guessed', 'otherwise');
  const ids = [...new Set(checks.flatMap(({ point }) => point ?? []))].sort();
  const points = ids.map((id) => [id, pointEvidence(checks.filter(({ point }) => point === id))] as const);
  const { contract, host, isEmulator } = report;
  const about = { format: EVIDENCE_FORMAT, version: EVIDENCE_VERSION, contract, host, isEmulator } as const;
  return { ...about, points: Object.fromEntries(points) };
}

function pointEvidence(checks: readonly CheckResult[]): PointEvidence {
  const wrong = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'otherwise');
  const [from] = checks.flatMap((check) => check.from ?? []).sort();
  const [to] = checks
    .flatMap((check) => check.to ?? [])
    .sort()
    .reverse();
  const contradictions = wrong.map(({ title, why = '' }) => `does not hold: ${title}${why === '' ? '' : ` (${why})`}`);
  return {
    verdict: wrong.length > 0 ? 'otherwise' : 'as-guessed',
    observed: [...new Set(checks.flatMap(({ seen }) => seen))].sort(),
    contradictions: [...new Set(contradictions)],
    checks: checks.map(({ id }) => id),
    count: checks.reduce((sum, { looked }) => sum + looked, 0),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
