/** Turns what a stage throws into a response. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import { ScenarioSelectionError } from '../scenarios/select-scenarios.js';
import type { StoreError } from '../store/store-error.js';
import { diagnosticHeader } from './diagnostic-header.js';
import { writeError } from './other-paths.js';
import { errorResponse } from './representations/error-responses.js';
import type { ServiceContext } from './service-context.js';
import { internalError, ServiceError } from './service-error.js';
import { withDiagnostics, type ServiceResponse } from './service-response.js';
import type { ServedExchange, Started } from './exchange.js';
import { UnknownHeaderError } from './request/emulator-headers.js';
import { PreferenceError } from './request/preference.js';
import { render } from './stages/render.js';

/** The response that `make` returns, or the response to its error. */
export function responseOrError(
  context: ServiceContext,
  exchange: Started,
  make: () => ServiceResponse,
): ServiceResponse {
  try {
    return make();
  } catch (error) {
    return respondToError(context, exchange, error);
  }
}

/** The response to an error, with what was known of the exchange when the error was thrown. */
export function respondToError(context: ServiceContext, exchange: Started, error: unknown): ServiceResponse {
  if (error instanceof ServiceError) return render(context, exchange, error);
  if (error instanceof ScenarioSelectionError) {
    const { message, mistakes } = error;
    return ownRefusal(exchange, 'The selection of scenarios is invalid', message, { mistakes });
  }
  if (error instanceof UnknownHeaderError) return ownRefusal(exchange, 'The header is unknown', error.message);
  if (error instanceof PreferenceError) return ownRefusal(exchange, 'The Prefer header is invalid', error.message);

  context.onInternalError(error instanceof Error ? error : new Error(String(error)));
  return render(context, exchange, internalError());
}

function ownRefusal(
  { diagnostics }: Started,
  title: string,
  detail: string,
  members?: Readonly<Record<string, unknown>>,
): ServiceResponse {
  const body = problemDetails(400, title, detail, members);
  const headers = { 'Content-Type': PROBLEM_TYPE };
  // Clients often drop the body of an unknown error, so the diagnostics contain the reason as well.
  return withDiagnostics({ status: 400, headers, body, madeByEmulator: true }, [...diagnostics, detail]);
}

/** A store that was busy or restarted is soon available again, so clients need not wait longer. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Responds with 503 in the format of the endpoint. The exchange has no number and is in no journal, because nothing of
 * it was stored.
 */
export function refuseWithoutStore({ res, access }: ServedExchange, error: StoreError): void {
  const failure = new ServiceError(503, 'service_unavailable', 'The service is temporarily unavailable.', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  const refusal = errorResponse(access, failure);
  const headers = { ...refusal.headers, 'Emulator-Diagnostic': diagnosticHeader([error.message]) };
  writeError(res, { ...refusal, headers });
}
