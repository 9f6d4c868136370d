/** Checks that ask for one thing and look at the status. */

import type { OperationId } from '../../contract/operation.js';
import type { Check, Ground } from '../check.js';
import { describeExchange, type CallOptions, type Exchange } from '../exchange.js';
import { found, UnexpectedAnswer, type Finding } from '../finding.js';

/** A server that fails says nothing about its rules. */
const SERVER_ERROR = 500;

/**
 * The answer has one of the statuses.
 * @throws UnexpectedAnswer where the server failed
 */
export function hasStatus(exchange: Exchange, ...statuses: readonly number[]): Finding {
  if (exchange.status >= SERVER_ERROR) throw new UnexpectedAnswer(describeExchange(exchange));
  return found(
    statuses.includes(exchange.status),
    `${describeExchange(exchange)}, not ${statuses.join(' or ')}`,
    String(exchange.status),
  );
}

/** What distinguishes one of these checks. */
export type Asked = Pick<Check, 'id' | 'title' | 'needs'> &
  Ground & {
    readonly operation: OperationId;
    readonly call: CallOptions;
    /** One of these. Default: 400. */
    readonly status?: number | readonly number[];
  };

/** A check that the request is answered with the status. */
export function answersWith({ operation, call, status = 400, ...check }: Asked): Check {
  return { ...check, run: async (service) => hasStatus(await service.ask(operation, call), ...[status].flat()) };
}
