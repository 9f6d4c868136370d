/** Turns the observations of a run into evidence about points of the contract. */

import {
  EVIDENCE_FORMAT,
  EVIDENCE_VERSION,
  type Evidence,
  type PointEvidence,
} from '../../../contract/fidelity/evidence.js';
import { checksWith, type CheckResult, type ConformanceReport } from './conformance-report.js';

/** The evidence of a run. Points that no check observed are absent. */
export function evidenceOf(report: ConformanceReport): Evidence {
  const checks = checksWith(report, 'pass', 'fail', 'as-guessed', 'otherwise');
  const ids = [...new Set(checks.flatMap(({ point }) => point ?? []))].sort();
  const points = ids.map((id) => [id, pointEvidence(checks.filter(({ point }) => point === id))] as const);
  const { contract, host, isEmulator } = report;
  return {
    format: EVIDENCE_FORMAT,
    version: EVIDENCE_VERSION,
    contract,
    host,
    isEmulator,
    points: Object.fromEntries(points),
  };
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
