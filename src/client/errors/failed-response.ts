/** What is known of an answer that is no success (specification section 7). */

import { IdSdkError, type ErrorDetails } from './id-sdk-error.js';

/** The answer behind an error. Secrets are taken out. */
export interface ErrorResponse {
  readonly status: number;
  /** By lower-case name; without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** As far as it came. */
  readonly body: string;
}

export interface FailureDetails extends ErrorDetails {
  readonly status: number;
  readonly code?: string | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
  readonly response?: ErrorResponse | undefined;
}

/** What {@link UnauthorizedError} and {@link APIError} have in common. */
export abstract class FailedResponse extends IdSdkError {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The service's code for what failed, `rate_limited` for example; undefined where it sent none. */
  readonly code: string | undefined;
  /** What the service adds to it; undefined where it adds nothing. */
  readonly details: unknown;
  /** What to quote when asking the service's operator; undefined where the answer names none. */
  readonly requestId: string | undefined;
  /** The answer; undefined where none came. */
  readonly response: ErrorResponse | undefined;

  constructor(message: string, { status, code, details, requestId, response, cause }: FailureDetails) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.response = response;
  }
}
