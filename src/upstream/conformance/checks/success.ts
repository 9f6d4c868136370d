/** What a response to a valid request must be, whatever the operation. */

import { holdsIf, holdsUnless } from '../check.js';
import { certainViolations, contractViolations } from '../contract-violations.js';
import { describeExchange, isSuccess, mediaTypeOf, successOf } from '../exchange.js';
import { type CheckFunctions, hasStatus } from './functions.js';

/** These looks are available in all groups. */
export const SUCCESS_LOOKS = {
  isGiven: (exchange) => holdsIf(isSuccess(exchange), describeExchange(exchange), String(exchange.status)),
  succeedsWith: (exchange, status: number) => hasStatus(successOf(exchange), status),
  isJson: (exchange) => {
    const sent = mediaTypeOf(successOf(exchange));
    return holdsIf(sent === 'application/json', `Content-Type is ${sent || 'missing'}, not application/json`, sent);
  },
  /** Names what the response violates of what is known of the service, with the point that it concerns. */
  keepsContract: (exchange, _, { contract }) => {
    const violations = certainViolations(contractViolations(contract, successOf(exchange)));
    return holdsUnless(
      new Set(violations.map(({ description, point }) => description + (point === undefined ? '' : ` (${point.id})`))),
    );
  },
} satisfies CheckFunctions['looks'];
