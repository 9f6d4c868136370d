/** Validates a response against the contract before it is written. */

import { responseViolations } from '../../../contract/response.js';
import { violationSentence } from '../../../contract/violation.js';
import type { Started } from '../exchange.js';
import type { ServiceResponse } from '../service-response.js';

/** Thrown if a response violates the contract without a scenario with `breaksContract`: a bug of the emulator. */
export class ContractBreachError extends Error {
  override readonly name = 'ContractBreachError';
}

/**
 * Returns the response if it is valid, or may break the contract.
 * @throws ContractBreachError; the exchange then has the diagnostics of the response
 */
export function validateResponse(exchange: Started, response: ServiceResponse): ServiceResponse {
  const { operation, faults, brokenBody } = exchange;
  const isOfContract = response.madeByEmulator !== true && brokenBody === undefined;
  if (operation === undefined || !isOfContract) return response;
  if (faults.some(({ scenario }) => scenario.breaksContract)) return response;
  const violations = responseViolations(operation, response);
  if (violations.length === 0) return response;

  exchange.diagnostics = response.diagnostics ?? exchange.diagnostics;
  const sentences = violations.map(violationSentence).join(' ');
  throw new ContractBreachError(
    `the response of ${operation.id} (${response.status}) violates the contract: ${sentences}`,
  );
}
