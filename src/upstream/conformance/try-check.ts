/** Tries one check: sends its requests, and compares what no look compares. */

import type { OperationId } from '../../contract/operation.js';
import { statedIf } from '../evidence/looks/look.js';
import type { RequestOptions } from './build-request.js';
import type { Check, RequestCall } from './checks/checks.js';
import { withExamples } from './checks/examples.js';
import { type Expectation, isComparison, problemIn } from './checks/expectations.js';
import { walkUsers } from './checks/shown-values.js';
import { NothingToCheckError, type ServiceExchange, UnexpectedResponseError } from './exchange.js';
import { RunEndedError } from './limited-sender.js';
import { RequestError } from './send-request.js';
import type { Service } from './service.js';

/** What came of a check. Its texts have no values. */
export interface Trial {
  readonly check: Check;
  readonly exchanges: readonly ServiceExchange[];
  /** How the service differs from the statement. */
  readonly problem?: string;
  /** Why nothing was observed. */
  readonly unseen?: string;
  /** Why no further request can be sent. */
  readonly ended?: string;
}

export async function tryCheck(service: Service, check: Check): Promise<Trial> {
  const exchanges: ServiceExchange[] = [];
  try {
    for (const call of [check.request].flat() as readonly RequestCall[]) exchanges.push(await send(service, call));
    return { check, exchanges, ...(await compare(service, check, exchanges)) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof NothingToCheckError) return { check, exchanges, unseen: message };
    if (error instanceof RunEndedError) return { check, exchanges, unseen: message, ended: message };
    if (error instanceof UnexpectedResponseError || error instanceof RequestError)
      return { check, exchanges, problem: message };
    throw error;
  }
}

async function send(service: Service, call: RequestCall): Promise<ServiceExchange> {
  if (call === 'walkUsers') return await walkUsers(service);
  const [operation, options] = typeof call === 'string' ? [call, {}] : Object.entries(call)[0]!;
  return await service.request(operation as OperationId, (await withExamples(service, options)) as RequestOptions);
}

/** What the check itself has seen of a point counts like what a look has seen. Of a status, a look knows more. */
async function compare(
  service: Service,
  { point, tentative = point, expect }: Check,
  exchanges: readonly ServiceExchange[],
): Promise<Pick<Trial, 'problem'>> {
  if (tentative !== undefined && expect === undefined) return {};
  const wanted = (await withExamples(service, expect)) as Expectation | undefined;
  const problem = problemIn(exchanges, wanted);
  const last = exchanges.at(-1)!;
  if (tentative !== undefined && (isComparison(wanted) || !last.points.has(tentative)))
    service.collector.add(statedIf(problem === undefined, tentative, problem ?? String(last.status)), last);
  return problem === undefined ? {} : { problem };
}
