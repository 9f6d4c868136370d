import { APIError } from './api-error.js';
import type { FailureDetails } from './failed-response.js';

/** The rate limit is exceeded (429), and waiting as long as the call may did not help. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
  /** When to come back, in seconds from the answer on; undefined where the service does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: FailureDetails & { readonly retryAfter: number | undefined }) {
    super(message, details);
    this.retryAfter = details.retryAfter;
  }
}
