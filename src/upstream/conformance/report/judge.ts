/** Turns a trial into a result, based on all exchanges of the run. A wrong guess does not fail the run. */

import type { Contract } from '../../../contract/contract.js';
import { describePoint, type FidelityPoint, isGuess } from '../../../contract/fidelity/point.js';
import type { CheckResult, Evidence, PointEvidence } from '../../report-types.js';
import type { Check, CheckGroup } from '../checks/checks.js';
import type { ServiceExchange } from '../exchange.js';
import type { Service } from '../service.js';

/** What a check has observed. No text contains a value of a response. */
export interface Trial {
  readonly check: Check;
  readonly exchanges: readonly ServiceExchange[];
  /** How the service differs from the statement. */
  readonly problem?: string | undefined;
  /** Why nothing was observed. */
  readonly unseen?: string;
  /** Why no further request can be sent. */
  readonly ended?: string;
}

/** The outcomes of checks, for known behaviour and for a guess. */
const OUTCOMES = {
  holds: { known: 'pass', guessed: 'as-guessed' },
  differs: { known: 'fail', guessed: 'otherwise' },
  unseen: { known: 'skip', guessed: 'not-seen' },
} as const;

/**
 * The result of a check. Its own requests, and what their responses contradict, decide a check of a section. All
 * exchanges that show a point decide a check of that point.
 */
export function judge(trial: Trial, service: Service, evidence: Evidence): CheckResult {
  const { check, exchanges } = trial;
  const { id, title, section, tentative } = check;
  const requests = [...new Set(exchanges.map(({ description }) => description))];
  const { problem, unseen } = section === undefined ? trial : withContradictions(trial, evidence);
  // A difference explains the outcome better than the lack of an observation.
  const why = service.withoutSecrets(problem ?? unseen ?? 'no response shows it');

  if (section !== undefined) {
    const undisputed = unseen === undefined ? 'holds' : 'unseen';
    const outcome = OUTCOMES[problem === undefined ? undisputed : 'differs'].known;
    const reason = outcome === 'pass' ? {} : { why };

    return { id, title, outcome, section, basis: 'specified', ...reason, seen: [], requests };
  }

  const basedOn = tentative ?? check.point;
  const point = service.contract.fidelity().points.find((known) => known.id === basedOn)!;
  const seen = evidence.points[point.id];
  const isKnown = !isGuess(point) && tentative === undefined;
  // If the check could not make its own comparison, other exchanges do not prove that the statement holds.
  const lacksComparison = unseen !== undefined && check.expect !== undefined;
  const isUnproven = lacksComparison && seen?.verdict === 'as-guessed';
  if (seen !== undefined && !isUnproven) return { ...resultOf(point, seen, isKnown), id, title, requests };

  const outcome = OUTCOMES.unseen[isKnown ? 'known' : 'guessed'];
  return { id, title, outcome, ...basisOf(point), why, seen: [], requests };
}

/** Without an expectation of its own, a check fails if any response of its operation contradicts the contract. */
function withContradictions(trial: Trial, { contradictions }: Evidence): Pick<Trial, 'problem' | 'unseen'> {
  const { check, exchanges, problem } = trial;
  // The last request of a check is the one that it is about; earlier ones prepare it.
  const operation = exchanges.at(-1)?.operation?.id;
  const texts = contradictions.filter(({ where }) => where === operation).map(({ what }) => what);
  if (check.expect !== undefined || texts.length === 0) return trial;

  const problems = problem === undefined ? texts : [problem, ...texts];
  return { problem: problems.join('; ') };
}

/** Results for points that responses have shown but no check is about. */
export function pointsBeside(groups: readonly CheckGroup[], { fidelity }: Contract, evidence: Evidence): CheckResult[] {
  const checks = groups.flatMap((group) => group.checks);
  const checked = new Set(checks.map(({ point, tentative }) => point ?? tentative));
  return fidelity().points.flatMap((point) => {
    const seen = evidence.points[point.id];
    if (seen === undefined || checked.has(point.id)) return [];

    const title = describePoint(point) || point.subject;
    return [{ ...resultOf(point, seen, !isGuess(point)), id: `points.${point.id}`, title, requests: [] }];
  });
}

/** The part of a result that a point decides. */
type PointResult = Omit<CheckResult, 'id' | 'title' | 'requests'>;

/** The result of a check that is about a point, by the evidence for the point. */
function resultOf(point: FidelityPoint, seen: PointEvidence, isKnown: boolean): PointResult {
  const { verdict, observed, contradictions } = seen;
  const isRight = verdict === 'as-guessed';
  const outcomes = OUTCOMES[isRight ? 'holds' : 'differs'];

  return {
    outcome: outcomes[isKnown ? 'known' : 'guessed'],
    ...basisOf(point),
    ...(!isRight && { why: contradictions.join('; ') }),
    seen: observed,
  };
}

/** The members of a result about its basis. */
function basisOf({ id, basis, section }: FidelityPoint): Pick<CheckResult, 'point' | 'basis' | 'section'> {
  return { point: id, basis, ...(section !== undefined && { section }) };
}
