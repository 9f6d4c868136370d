/** Turns what a stage throws into a response. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import { ScenarioSelectionError } from '../scenarios/select-scenarios.js';
import type { StoreError } from '../store/store-error.js';
import { diagnosticHeader } from './diagnostic-header.js';
import { errorText, writeText } from './representations/error-responses.js';
import { internalError, ServiceError } from './service-error.js';
import type { ServiceResponse } from './service-response.js';
import type { ServedExchange, Started } from './exchange.js';
import { HeaderError } from './request/emulator-headers.js';
import { render } from './stages/render.js';

/** The response that `make` returns, or the response to its error. */
export function responseOrError(exchange: Started, make: () => ServiceResponse): ServiceResponse {
  try {
    return make();
  } catch (error) {
    return respondToError(exchange, error);
  }
}

/** The response to an error. It shows what was known of the exchange when the error was thrown. */
export function respondToError(exchange: Started, error: unknown): ServiceResponse {
  if (error instanceof ServiceError) return render(exchange, error);
  if (error instanceof HeaderError) return ownRefusal(exchange, error.title, error);
  if (error instanceof ScenarioSelectionError) {
    const { mistakes } = error;
    return ownRefusal(exchange, 'The selection of scenarios is invalid', error, { mistakes });
  }

  exchange.context.onInternalError(error instanceof Error ? error : new Error(String(error)));
  return render(exchange, internalError());
}

/** A response of the emulator itself, about one of its own headers. The service would never send it. */
function ownRefusal(exchange: Started, title: string, { message }: Error, members?: object): ServiceResponse {
  const body = problemDetails(400, title, message, members);
  const headers = { 'Content-Type': PROBLEM_TYPE };
  // Clients often drop the body of an unknown error, so the diagnostics contain the reason as well.
  const diagnostics = [...exchange.diagnostics, message];

  return { status: 400, headers, body, madeByEmulator: true, diagnostics };
}

/**
 * Responds with 503 in the format of the endpoint. The exchange has no number and is in no journal, because nothing of
 * it was stored.
 */
export function refuseWithoutStore({ res, access }: ServedExchange, error: StoreError): void {
  const message = 'The service is temporarily unavailable.';
  // A store that was busy or restarted is soon available again.
  const retrySoon = { headers: { 'Retry-After': '1' } };
  const response = errorText(access, new ServiceError(503, 'service_unavailable', message, retrySoon));
  const diagnostic = diagnosticHeader([error.message]);
  writeText(res, { ...response, headers: { ...response.headers, 'Emulator-Diagnostic': diagnostic } });
}
