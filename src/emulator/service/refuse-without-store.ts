/** Refuses a request because the store of the sandboxes cannot be read or written. */

import type { Request, Response } from 'express';
import type { Method } from '../../contract/document.js';
import type { StoreError } from '../store/store-error.js';
import { errorResponse } from './representations/error-responses.js';
import type { ServiceContext } from './service-context.js';
import { ServiceFailure } from './service-failure.js';
import { operationsAt } from './stages/locate.js';
import { diagnosticHeader } from './stages/write.js';
import { writeError } from './refuse-path.js';

/** A store that was busy or restarted is there again soon; clients that wait longer wait for nothing. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Responds with 503 in the format of the endpoint. The exchange has no number and is in no journal: nothing of it was
 * stored.
 */
export function refuseWithoutStore(
  { contracts, onRefused }: ServiceContext,
  req: Request,
  res: Response,
  { received, error }: { readonly received: number; readonly error: StoreError },
): void {
  const operations = operationsAt(contracts.base, req.url);
  const failure = new ServiceFailure(503, 'service_unavailable', 'The service is temporarily unavailable.', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  // Every operation of a path has the same access.
  const refusal = errorResponse(operations?.values().next().value?.access, failure);
  const headers = { ...refusal.headers, 'Emulator-Diagnostic': diagnosticHeader([error.message]) };
  writeError(res, { ...refusal, headers });
  const { method, url, rawHeaders } = req;
  const operation = operations?.get(method.toLowerCase() as Method);
  onRefused?.({
    method,
    url,
    headers: rawHeaders,
    operation,
    received,
    status: failure.status,
    diagnostic: error.message,
  });
}
