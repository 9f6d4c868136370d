/** Refuses a request because the store of the sandboxes cannot be read or written. */

import type { StoreError } from '../store/store-error.js';
import { diagnosticHeader } from './diagnostic-header.js';
import type { ServedExchange } from './exchange.js';
import { writeError } from './other-paths.js';
import { errorResponse } from './representations/error-responses.js';
import { ServiceError } from './service-error.js';

/** A store that was busy or restarted is there again soon; clients that wait longer wait for nothing. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Responds with 503 in the format of the endpoint. The exchange has no number and is in no journal: nothing of it was
 * stored.
 */
export function refuseWithoutStore({ res, access }: ServedExchange, error: StoreError): void {
  const failure = new ServiceError(503, 'service_unavailable', 'The service is temporarily unavailable.', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  const refusal = errorResponse(access, failure);
  const headers = { ...refusal.headers, 'Emulator-Diagnostic': diagnosticHeader([error.message]) };
  writeError(res, { ...refusal, headers });
}
