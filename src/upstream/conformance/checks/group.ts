/** The checks of a group: those of valid requests, whose responses must be as the contract says, and those of its tables. */

import type { Contract } from '../../../contract/contract.js';
import { type CheckGroup, holdsIf, holdsUnless, type Observation } from '../check.js';
import { contractViolations, certainViolations, successStatus } from '../contract-violations.js';
import { describeExchange, type Exchange, isSuccess, mediaTypeOf, successOf } from '../exchange.js';
import { type CheckTable, checksOf, type GroupTables, hasStatus, point, section, type ValidRequest } from './table.js';

/** The checks of a group, in the order of the run. */
export function groupOf(contract: Contract, group: GroupTables): CheckGroup {
  const { name, title, valid = [], tables = [], rows = {}, ...shared } = group;
  const successes = valid.map((one) => successTable(contract, { request: shared.request ?? [one.operation], ...one }));
  const all = [...successes, ...tables, { rows }];
  return { name, title, checks: all.flatMap((table) => checksOf(name, { ...shared, ...table })) };
}

/** What every successful response has: status, media type, headers and body. */
function successTable(contract: Contract, valid: ValidRequest): CheckTable {
  const { operation, section: number = '4.2', ...shared } = valid;
  const on = section(number);
  const { status, guess } = successStatus(contract, operation);
  const rows = {
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
  return { of: operation, ...shared, rows };
}

function isJson(exchange: Exchange): Observation {
  const sent = mediaTypeOf(successOf(exchange));
  return holdsIf(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
}

/** What the response violates of what is known of the service, with the point that it concerns. */
function brokenRules(contract: Contract, exchange: Exchange): ReadonlySet<string> {
  const violations = certainViolations(contractViolations(contract, exchange));
  return new Set(
    violations.map(({ description, point: about }) => description + (about === undefined ? '' : ` (${about.id})`)),
  );
}
