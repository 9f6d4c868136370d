/** Runs one check: its finding becomes a result by what the check stands on. */

import type { Contract } from '../contract/contract.js';
import type { FidelityPoint } from '../contract/fidelity/point.js';
import { CallFailed, RunOver } from './call-failed.js';
import { isFirm, type Check, type Need } from './check.js';
import { describeExchange, type Exchange } from './exchange.js';
import { differs, NothingToCheck, UnexpectedAnswer, unseen, type Finding } from './finding.js';
import { momentOf } from './read-answer.js';
import type { CheckResult, Outcome } from './report/conformance-report.js';
import type { Service } from './service.js';

/** What is told of a need that is not met. */
export const REMEDIES: Readonly<Record<Need, string>> = {
  write: 'it makes links or data requests, or tries to; --write allows that',
  alias: 'it looks a party up by alias, which no list shows; give one with --alias',
  'named-party': 'it asks a party for credentials; name one with --party-id',
  'expired-token': 'it needs an access token that has expired; give one in ID_EMULATOR_CONFORM_EXPIRED_TOKEN',
  'expired-link': 'it needs the token of a link that has expired; give one with --expired-link',
};

export interface CheckRun {
  readonly result: CheckResult;
  /** Why no further request could be sent. */
  readonly over?: string;
  /** Why one brought no answer, where others will hardly bring one. */
  readonly failed?: string;
}

const MOST_REQUESTS_TOLD = 10;

/** What a check may need. */
export interface CheckSurroundings {
  readonly needsMet: ReadonlySet<Need>;
  /** The contract that a check belongs to, where that is none of the run's. */
  readonly laterContract: (check: Check) => Contract | undefined;
}

/** Runs the check, unless it needs what is not there, or is of a later revision. */
export async function runCheck(
  service: Service,
  group: string,
  check: Check,
  { needsMet, laterContract }: CheckSurroundings,
): Promise<CheckRun> {
  const later = laterContract(check);
  const point = 'point' in check ? pointOf(later ?? service.contract, check.point) : undefined;
  const firm = isFirm(check, point);
  const missing = check.needs?.find((need) => !needsMet.has(need));
  const obstacle =
    later === undefined
      ? missing && REMEDIES[missing]
      : `it is of revision ${later.revision}; --revision ${later.revision} tries it`;
  service.takeTouched();
  const { finding, ...trouble } =
    obstacle === undefined ? await findingOf(service, check, firm) : { finding: unseen(obstacle) };
  const touched = service.takeTouched();
  const section = 'section' in check ? check.section : point?.section;
  const result: CheckResult = {
    id: check.id,
    group,
    title: check.title,
    outcome: outcomeOf(finding, firm),
    ...(section !== undefined && { section }),
    ...(point !== undefined && { point: point.id }),
    basis: point?.basis ?? 'specified',
    ...('why' in finding && { why: service.withoutSecrets(finding.why) }),
    seen: 'seen' in finding ? [...new Set(finding.seen.map((word) => service.withoutSecrets(word)))] : [],
    requests: [...new Set(touched.map(describeExchange))].slice(0, MOST_REQUESTS_TOLD),
    looked: touched.length,
    ...datesOf(touched),
  };
  return { result, ...trouble };
}

/** @throws Error where the check names a point that the contract does not have */
function pointOf({ fidelity }: Contract, id: string): FidelityPoint {
  const point = fidelity().points.find((known) => known.id === id);
  if (point === undefined) throw new Error(`a check stands on ${id}, but the contract has no such point`);
  return point;
}

async function findingOf(
  service: Service,
  check: Check,
  firm: boolean,
): Promise<Omit<CheckRun, 'result'> & { readonly finding: Finding }> {
  try {
    return { finding: await check.run(service) };
  } catch (error) {
    if (error instanceof NothingToCheck) return { finding: unseen(error.message) };
    // A guess about something is neither right nor wrong where that is not to be had.
    if (error instanceof UnexpectedAnswer) return { finding: firm ? differs(error.message) : unseen(error.message) };
    if (error instanceof RunOver) return { finding: unseen(error.message), over: error.message };
    if (!(error instanceof CallFailed)) throw error;
    return {
      finding: firm && error.code !== 'throttled' ? differs(error.message) : unseen(error.message),
      ...(ENDLESS.has(error.code) && { failed: error.message }),
    };
  }
}

/** What concerns the service as a whole. */
const ENDLESS: ReadonlySet<CallFailed['code']> = new Set(['unreachable', 'tls', 'timeout', 'throttled']);

const FIRM: Readonly<Record<Finding['kind'], Outcome>> = { holds: 'pass', differs: 'fail', unseen: 'skip' };
const GUESSED: Readonly<Record<Finding['kind'], Outcome>> = {
  holds: 'as-guessed',
  differs: 'otherwise',
  unseen: 'not-seen',
};

function outcomeOf({ kind }: Finding, firm: boolean): Outcome {
  return firm ? FIRM[kind] : GUESSED[kind];
}

/** The machine's own clock says nothing of when the service did something. */
function datesOf(exchanges: readonly Exchange[]): Pick<CheckResult, 'from' | 'to'> {
  const moments = exchanges.map(momentOf).filter((moment) => !Number.isNaN(moment));
  if (moments.length === 0) return {};
  return { from: new Date(Math.min(...moments)).toISOString(), to: new Date(Math.max(...moments)).toISOString() };
}
