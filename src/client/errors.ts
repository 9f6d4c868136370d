/** The errors of the library. */

export interface ErrorDetails {
  /** The underlying error. */
  readonly cause?: unknown;
}

/** Base class of all errors. Only the reason of an aborted `AbortSignal` is thrown unchanged. */
export class IdSdkError extends Error {
  override readonly name: string = 'IdSdkError';
  /** The underlying error, if there is one. */
  declare readonly cause?: unknown;

  constructor(message: string, { cause }: ErrorDetails = {}) {
    super(message);
    // Node.js before 16.9 ignores the option `cause`.
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true });
  }
}

/** The response behind an error, with secrets removed. */
export interface ErrorResponse {
  readonly status: number;
  /** By lower-case name; without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, as far as it was received. */
  readonly body: string;
}

export interface FailureDetails extends ErrorDetails {
  readonly status: number;
  readonly code?: string | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
  readonly response?: ErrorResponse | undefined;
}

/** Base class of {@link UnauthorizedError} and {@link APIError}. */
export abstract class FailedResponse extends IdSdkError {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The service's error code, for example `rate_limited`; undefined if it sent none. */
  readonly code: string | undefined;
  /** Further details from the service; undefined if it sent none. */
  readonly details: unknown;
  /** Identifies the request for the service's operator; undefined if the response has no request ID. */
  readonly requestId: string | undefined;
  /** The response; undefined if there was none. */
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

/**
 * The service does not accept the caller: wrong client credentials, a token that is refused even when it is new
 * (both 401), or an institution that may not use the service (403).
 */
export class UnauthorizedError extends FailedResponse {
  override readonly name = 'UnauthorizedError';
}

/** The call failed: an error status, an unusable response, or no response. */
export class APIError extends FailedResponse {
  override readonly name: string = 'APIError';
}

/** The rate limit is exceeded (429), and waiting as long as the call may did not help. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
  /** Seconds to wait, counted from the response; undefined if the service does not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: FailureDetails & { readonly retryAfter: number | undefined }) {
    super(message, details);
    this.retryAfter = details.retryAfter;
  }
}

/** There was no response: no connection, or one that ended too early. `status` is 0, `cause` says why. */
export class ConnectionError extends APIError {
  override readonly name = 'ConnectionError';
  /** False if the request certainly did not reach the service and can safely be sent again. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    { cause, mayHaveArrived }: { readonly cause: unknown; readonly mayHaveArrived: boolean },
  ) {
    super(message, { status: 0, cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** A call took longer than its `timeout`, waits and retries included. The service may have performed it or not. */
export class TimeoutError extends IdSdkError {
  override readonly name = 'TimeoutError';
  /** The time limit of the call, in milliseconds. */
  readonly timeout: number;

  constructor(operation: string, timeout: number) {
    super(`${operation} took longer than ${timeout} ms; give it more with the option timeout`);
    this.timeout = timeout;
  }
}

/** An argument of `connect` is missing or invalid. */
export class ConfigurationError extends IdSdkError {
  override readonly name = 'ConfigurationError';
}

/** An argument of a method is invalid: the service would refuse or misread it. No request was sent. */
export class InvalidArgumentError extends IdSdkError {
  override readonly name = 'InvalidArgumentError';
}
