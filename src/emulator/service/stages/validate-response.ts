/** Validates a response against the contract before it is written. */

import { responseViolations } from '../../../contract/response.js';
import { violationSentence } from '../../../contract/violation.js';
import type { ServiceContext } from '../service-context.js';
import { internalError } from '../service-failure.js';
import { withDiagnostics, type ServiceResponse } from '../service-response.js';
import type { Started } from '../exchange.js';
import { renderResponse } from './render.js';

/** A response violates the contract, and no scenario with `breaksContract` made it. A mistake of the emulator. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
}

/** The response if it is valid or may break the contract; otherwise 500, and `onInternalError` is called. */
export function validateResponse(
  context: ServiceContext,
  exchange: Started,
  response: ServiceResponse,
): ServiceResponse {
  const { operation, faults } = exchange;
  if (operation === undefined || response.madeByEmulator === true) return response;
  if (faults.some(({ scenario }) => scenario.breaksContract)) return response;
  const violations = response.violations?.(operation) ?? responseViolations(operation, response);
  if (violations.length === 0) return response;
  const sentences = violations.map(violationSentence).join(' ');
  context.onInternalError(
    new ContractBreach(`the response of ${operation.id} (${response.status}) violates the contract: ${sentences}`),
  );
  return withDiagnostics(renderResponse(context, exchange, internalError()), response.diagnostics);
}
