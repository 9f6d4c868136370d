/** Turns a run into evidence about points of the contract: what looks have seen, and beside it what checks observed. */

import { type Evidence, optionsFor, type PointEvidence } from '../../evidence/evidence.js';
import { checksWith, type CheckResult, type ConformanceReport } from './conformance-report.js';

export type { Evidence, PointEvidence } from '../../evidence/evidence.js';

/** The evidence of a run. Points that nothing observed are absent. A look decides before a check. */
export function evidenceOf(report: ConformanceReport): Evidence {
  const { looks, isEmulator } = report;
  const checks = checksWith(report, 'pass', 'fail', 'as-guessed', 'otherwise');
  const ids = [...new Set([...checks.flatMap(({ point }) => point ?? []), ...Object.keys(looks.points)])].sort();
  const points = Object.fromEntries(
    ids.map((id) => [id, looks.points[id] ?? pointEvidence(checks.filter(({ point }) => point === id))]),
  );
  return { ...looks, isEmulator, points, options: optionsFor(points) };
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
    count: checks.reduce((sum, { looked }) => sum + looked, 0),
    ...(from !== undefined && to !== undefined && { from, to }),
  };
}
