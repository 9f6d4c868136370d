/** Validates a response against the contract before it is written. */

import { responseViolations } from '../../../contract/response.js';
import { violationSentence } from '../../../contract/violation.js';
import type { Started } from '../exchange.js';
import type { ServiceResponse } from '../service-response.js';

/**
 * Returns the response if it is valid, or if a scenario has `breaksContract`.
 * @throws Error if the response violates the contract without such a scenario: a bug of the emulator. The exchange then
 * has the diagnostics of the response
 */
export function validateResponse(exchange: Started, response: ServiceResponse): ServiceResponse {
  const { operation, faults, brokenBody } = exchange;
  // No contract describes what the emulator says for itself, nor the response to a body that broke off.
  const isOfContract = response.madeByEmulator !== true && brokenBody === undefined;
  if (operation === undefined || !isOfContract) return response;
  if (faults.some(({ scenario }) => scenario.breaksContract)) return response;

  const violations = responseViolations(operation, response);
  if (violations.length === 0) return response;

  // The response is lost, but its diagnostics may explain the bug.
  exchange.diagnostics = response.diagnostics ?? exchange.diagnostics;
  const sentences = violations.map(violationSentence).join(' ');
  throw new Error(`the response of ${operation.id} (${response.status}) violates the contract: ${sentences}`);
}
