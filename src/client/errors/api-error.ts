import { FailedResponse } from './failed-response.js';

/** The service answered with a failure, with something that is no answer, or not at all. */
export class APIError extends FailedResponse {
  override readonly name: string = 'APIError';
}
