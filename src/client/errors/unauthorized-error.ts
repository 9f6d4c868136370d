import { FailedResponse } from './failed-response.js';

/**
 * The service does not accept who is calling: wrong client credentials, a token that is refused even when it is new
 * (both 401), or an institution that may not use the service (403).
 */
export class UnauthorizedError extends FailedResponse {
  override readonly name = 'UnauthorizedError';
}
