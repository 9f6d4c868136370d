/** Turns what a stage throws into a response. A store that fails is answered by `refuse-without-store.ts`. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import { ScenarioSelectionError } from '../scenarios/select-scenarios.js';
import type { ServiceContext } from './service-context.js';
import { internalError, ServiceError } from './service-error.js';
import { withDiagnostics, type ServiceResponse } from './service-response.js';
import type { Started } from './exchange.js';
import { PreferenceError } from './request/preference.js';
import { render } from './stages/render.js';

/** What `make` returns, or else the response to its error. */
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
  // Clients drop the body of an error that is not the service's: the reason is also where the emulator reports.
  return withDiagnostics({ status: 400, headers, body, madeByEmulator: true }, [...diagnostics, detail]);
}
