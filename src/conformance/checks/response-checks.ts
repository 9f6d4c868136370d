/** Builders of checks that send one request: it gets a certain status, or a valid successful response. */

import type { Contract } from '../../contract/contract.js';
import type { OperationId } from '../../contract/operation.js';
import { type Check, type Observation, holdsIf, holdsUnless, type CheckBasis } from '../check.js';
import { UnexpectedResponse } from '../errors.js';
import type { Need } from './inputs.js';
import { contractViolations, certainViolations, successStatus } from '../contract-violations.js';
import { type RequestOptions, describeExchange, type Exchange, isSuccess, mediaTypeOf } from '../exchange.js';
import { successOf } from '../read-response.js';
import type { Service } from '../service.js';

/** From this status on, a response shows nothing about the service's rules. */
const SERVER_ERROR = 500;

/**
 * Whether the response has one of the statuses.
 * @throws UnexpectedResponse after a server error
 */
export function hasStatus(exchange: Exchange, ...statuses: readonly number[]): Observation {
  if (exchange.status >= SERVER_ERROR) throw new UnexpectedResponse(describeExchange(exchange));
  return holdsIf(
    statuses.includes(exchange.status),
    `${describeExchange(exchange)}, not ${statuses.join(' or ')}`,
    String(exchange.status),
  );
}

/** A check of the status of one request. */
export type StatusCheck = Pick<Check, 'id' | 'title' | 'needs'> &
  CheckBasis & {
    readonly operation: OperationId;
    readonly call: RequestOptions;
    /** One of these. Default: 400. */
    readonly status?: number | readonly number[];
  };

/** Builds a check that the request gets the status. */
export function statusCheck({ operation, call, status = 400, ...check }: StatusCheck): Check {
  return { ...check, run: async (service) => hasStatus(await service.request(operation, call), ...[status].flat()) };
}

/** A valid request of an operation. */
export interface SuccessCase {
  readonly operation: OperationId;
  /** The checks' IDs start with it. */
  readonly group: string;
  /** What the request returns: `the users list`. */
  readonly subject: string;
  readonly section: string;
  readonly needs?: readonly Need[];
  readonly request: (service: Service) => Promise<Exchange>;
}

/** Builds the checks of a successful response: status, media type, headers and body. */
export function successChecks(contract: Contract, valid: SuccessCase): Check[] {
  const { operation, group, subject, section, needs = [], request } = valid;
  const { status, guess } = successStatus(contract, operation);
  const id = (name: string): string => `${group}.${operation}.${name}`;
  const check = (name: string, title: string, run: Check['run']): Check => ({
    id: id(name),
    title: `${subject} ${title}`,
    section,
    needs,
    run,
  });
  const checks = [
    check('success', 'is given', async (service) => {
      const exchange = await request(service);
      return holdsIf(isSuccess(exchange), describeExchange(exchange), String(exchange.status));
    }),
    check('body', 'keeps the contract where the service is known', async (service) => {
      const exchange = successOf(await request(service));
      return holdsUnless([
        ...new Set(
          certainViolations(contractViolations(service.contract, exchange)).map(({ description, point }) =>
            point === undefined ? description : `${description} (${point.id})`,
          ),
        ),
      ]);
    }),
  ];
  if (status !== 204)
    checks.push(
      check('media-type', 'is JSON', async (service) => {
        const sent = mediaTypeOf(successOf(await request(service)));
        return holdsIf(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
      }),
    );
  if (guess !== undefined)
    checks.push({
      id: id('status'),
      title: `${subject} has status ${status}`,
      point: guess.id,
      needs,
      run: async (service) => hasStatus(successOf(await request(service)), status),
    });
  return checks;
}
