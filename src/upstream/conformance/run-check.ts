/** Runs one check, and turns its observation into a result: a failed guess does not fail the run. */

import type { Contract } from '../../contract/contract.js';
import type { FidelityPoint } from '../../contract/fidelity/point.js';
import { unmetNeed } from './checks/inputs.js';
import { RunEndedError } from './limited-sender.js';
import { RequestError } from './send-request.js';
import { type Check, differs, type Observation, isRequirement, unseen } from './check.js';
import type { ServiceExchange } from './exchange.js';
import { describeExchange, NothingToCheckError, responseTime, UnexpectedResponseError } from './exchange.js';
import type { CheckResult } from './report/conformance-report.js';
import type { Service } from './service.js';

/** The result of a check, and why the run ended or a request failed. */
export interface CheckRun {
  readonly result: CheckResult;
  /** Whether the check was run, and not skipped. */
  readonly isTried: boolean;
  /** Why no further request could be sent. */
  readonly ended?: string;
  /** Why a request brought no response, if the next ones are likely to fail as well. */
  readonly failed?: string;
}

const MAX_REQUESTS_SHOWN = 10;

/**
 * Runs the check. A check is skipped if a need is not met, or if it belongs to a later revision.
 * @param later the contract of the check if it belongs to a later revision than the run's
 */
export async function runCheck(
  service: Service,
  group: string,
  check: Check,
  later: Contract | undefined,
): Promise<CheckRun> {
  const point = 'point' in check ? pointOf(later ?? service.contract, check.point) : undefined;
  const required = isRequirement(check, point);
  const obstacle =
    later === undefined
      ? unmetNeed(check.needs, service.inputs)
      : `it is of revision ${later.revision}; --revision ${later.revision} runs it`;
  service.takeUsedExchanges();
  const { observation, ...trouble } =
    obstacle === undefined ? await observe(service, check, required) : { observation: unseen(obstacle) };
  const used = service.takeUsedExchanges();
  const section = 'section' in check ? check.section : point?.section;
  const result: CheckResult = {
    id: check.id,
    group,
    title: check.title,
    outcome: OUTCOMES[observation.kind][required ? 0 : 1],
    ...(section !== undefined && { section }),
    ...(point !== undefined && { point: point.id }),
    basis: point?.basis ?? 'specified',
    ...('why' in observation && { why: service.withoutSecrets(observation.why) }),
    seen: 'seen' in observation ? [...new Set(observation.seen.map((word) => service.withoutSecrets(word)))] : [],
    requests: [...new Set(used.map(describeExchange))].slice(0, MAX_REQUESTS_SHOWN),
    looked: used.length,
    ...datesOf(used),
  };
  return { result, isTried: obstacle === undefined, ...trouble };
}

/** @throws Error if the contract does not have the point of the check */
function pointOf({ fidelity }: Contract, id: string): FidelityPoint {
  const point = fidelity().points.find((known) => known.id === id);
  if (point === undefined) throw new Error(`a check is based on ${id}, but the contract has no such point`);
  return point;
}

async function observe(
  service: Service,
  check: Check,
  required: boolean,
): Promise<Omit<CheckRun, 'result' | 'isTried'> & { readonly observation: Observation }> {
  try {
    return { observation: await check.run(service) };
  } catch (error) {
    if (error instanceof NothingToCheckError) return { observation: unseen(error.message) };
    // An unreadable response neither confirms nor refutes a guess.
    if (error instanceof UnexpectedResponseError)
      return { observation: required ? differs(error.message) : unseen(error.message) };
    if (error instanceof RunEndedError) return { observation: unseen(error.message), ended: error.message };
    if (!(error instanceof RequestError)) throw error;
    return {
      observation: required && error.code !== 'throttled' ? differs(error.message) : unseen(error.message),
      ...(AFFECTS_ALL.has(error.code) && { failed: error.message }),
    };
  }
}

/** Failures that are likely to affect every request. */
const AFFECTS_ALL: ReadonlySet<RequestError['code']> = new Set(['unreachable', 'tls', 'timeout', 'throttled']);

/** The outcome of a check for each observation: of what is known of the service, and of a guess. */
const OUTCOMES = {
  holds: ['pass', 'as-guessed'],
  differs: ['fail', 'otherwise'],
  unseen: ['skip', 'not-seen'],
} as const;

/** Times come from the service's own clock; the clock of this machine may differ. */
function datesOf(exchanges: readonly ServiceExchange[]): Pick<CheckResult, 'from' | 'to'> {
  const moments = exchanges.map(responseTime).filter((moment) => !Number.isNaN(moment));
  if (moments.length === 0) return {};
  return { from: new Date(Math.min(...moments)).toISOString(), to: new Date(Math.max(...moments)).toISOString() };
}
