/** The checks of a successful response: status, media type, headers and body. */

import type { Contract } from '../../../contract/contract.js';
import type { OperationId } from '../../../contract/operation.js';
import { type Check, holdsIf, holdsUnless, type Observation } from '../check.js';
import { contractViolations, certainViolations, successStatus } from '../contract-violations.js';
import { describeExchange, type Exchange, isSuccess, mediaTypeOf } from '../exchange.js';
import { successOf } from '../read-response.js';
import { type CheckRows, checksOf, hasStatus, point, section, type SharedColumns } from './table.js';

/** A valid request of an operation. `subject` is what it returns: `the users list`. */
export interface SuccessCase
  extends Required<Pick<SharedColumns, 'subject' | 'request'>>, Pick<SharedColumns, 'needs'> {
  readonly operation: OperationId;
  /** The checks' IDs start with it. */
  readonly group: string;
  readonly section: string;
}

/** Builds the checks. */
export function successChecks(contract: Contract, valid: SuccessCase): Check[] {
  const { operation, group, subject, needs = [], request } = valid;
  const on = section(valid.section);
  const { status, guess } = successStatus(contract, operation);
  const rows: CheckRows = {
    success: on.expect('is given', (exchange) =>
      holdsIf(isSuccess(exchange), describeExchange(exchange), String(exchange.status)),
    ),
    body: on.expect('keeps the contract where the service is known', (exchange) =>
      holdsUnless(brokenRules(contract, successOf(exchange))),
    ),
    ...(status !== 204 && { 'media-type': on.expect('is JSON', isJson) }),
    ...(guess !== undefined && {
      status: point(guess.id).expect(`has status ${status}`, (exchange) => hasStatus(successOf(exchange), status)),
    }),
  };
  return checksOf(`${group}.${operation}`, rows, { subject, needs, request });
}

function isJson(exchange: Exchange): Observation {
  const sent = mediaTypeOf(successOf(exchange));
  return holdsIf(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
}

/** What the response violates of what is known of the service, with the point that it concerns. */
function brokenRules(contract: Contract, exchange: Exchange): ReadonlySet<string> {
  const violations = certainViolations(contractViolations(contract, exchange));
  return new Set(
    violations.map(({ description, point }) => description + (point === undefined ? '' : ` (${point.id})`)),
  );
}
