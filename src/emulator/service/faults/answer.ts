/** Responds instead of the operation, or after it: with an error response of the service, or an intermediary's text. */

import { ServiceError } from '../service-error.js';
import type { FaultPerformer } from './fault-performer.js';

export const performAnswer: FaultPerformer<'answer'> = ({ effect, ...fault }, _context, next) => {
  const { status, headers = {}, error, message, text, type } = fault;
  if (effect === 'kept') {
    const response = next();
    // The service refused the request itself, so that failure stays.
    if (response.status >= 400) return response;
  }
  if (text !== undefined)
    return { status, headers: { ...headers, ...(type !== undefined && { 'Content-Type': type }) }, text };
  throw new ServiceError(status, error ?? 'error', message ?? 'The request failed.', { headers });
};
