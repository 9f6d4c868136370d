/**
 * What the methods of a connection throw. Every failed request is an {@link APIError}. A mistake in an argument is none: it
 * is an {@link InvalidArgumentError}, and no request was sent.
 */

/** Marks the errors of every copy of the library: a program may load it as ESM and as CommonJS. */
const FAMILY = Symbol.for('@id-emulator/sdk');

/** The response behind an error, with secrets removed. */
export interface ErrorResponse {
  readonly status: number;
  /** By lower-case name; without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, as far as it was received; at most its first 10,000 characters. */
  readonly body: string;
}

/** What is known of a failure. */
export interface Failure {
  readonly status: number;
  readonly code?: string | undefined;
  readonly details?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly response?: ErrorResponse | undefined;
  readonly cause?: unknown;
  readonly mayHaveArrived?: boolean;
  readonly timeout?: number;
}

/** A request failed: an error status, an unusable response, or no response. The base class of all others but one. */
export class APIError extends Error {
  override readonly name: string = 'APIError';
  /** @internal */
  readonly [FAMILY]: string = 'APIError';
  /** HTTP status; 0 if there was no response. */
  declare readonly status: number;
  /** The service's error code, such as `rate_limited`, or the network's, such as `ECONNRESET`; undefined if there is none. */
  declare readonly code: string | undefined;
  /** Further details from the service; undefined if it sent none. */
  declare readonly details: unknown;
  /** Identifies the request for the service's operator; undefined if the response has no request ID. */
  declare readonly requestId: string | undefined;
  /** Seconds that the service asks to wait, counted from the response; undefined if it does not say. */
  declare readonly retryAfter: number | undefined;
  /** The response; undefined if there was none. */
  declare readonly response: ErrorResponse | undefined;
  /** The underlying error of a GET, if there is one: that of a POST may contain a secret. */
  declare readonly cause?: unknown;

  constructor(message: string, { cause, ...failure }: Failure) {
    super(message, cause ? { cause } : undefined);
    Object.assign(this, failure);
  }
}

/**
 * The service does not accept the caller: wrong client credentials, a token that is refused even when it is new (both 401),
 * or an institution that may not do this (403).
 */
export class UnauthorizedError extends APIError {
  override readonly name = 'UnauthorizedError';
}

/** The rate limit is exceeded (429), and waiting as long as the call may did not help. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}

/** There was no response: no connection, or one that ended too early. `status` is 0, the message says why. */
export class ConnectionError extends APIError {
  override readonly name = 'ConnectionError';
  /** False if the request certainly did not reach the service and can safely be sent again. */
  declare readonly mayHaveArrived: boolean;
}

/** A call took longer than its `timeout`, waits and retries included; `status` is 0. The service may have performed it. */
export class TimeoutError extends APIError {
  override readonly name = 'TimeoutError';
  /** The time limit of the call, in milliseconds. */
  declare readonly timeout: number;
}

/** An argument of `connect` or of a method is missing or cannot be sent. This is not a failed request: nothing was sent. */
export class InvalidArgumentError extends TypeError {
  override readonly name = 'InvalidArgumentError';
  /** @internal */
  readonly [FAMILY] = 'InvalidArgumentError';
}

/** Whether a request failed. Unlike `instanceof`, it also knows the errors of another copy of the library. */
export function isAPIError(error: unknown): error is APIError {
  return isOf(error, 'APIError');
}

/** See {@link isAPIError}. */
export function isUnauthorizedError(error: unknown): error is UnauthorizedError {
  return isOf(error, 'UnauthorizedError');
}

/** See {@link isAPIError}. */
export function isRateLimitError(error: unknown): error is RateLimitError {
  return isOf(error, 'RateLimitError');
}

/** See {@link isAPIError}. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return isOf(error, 'ConnectionError');
}

/** See {@link isAPIError}. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return isOf(error, 'TimeoutError');
}

/** See {@link isAPIError}. */
export function isInvalidArgumentError(error: unknown): error is InvalidArgumentError {
  return isOf(error, 'InvalidArgumentError');
}

function isOf(error: unknown, name: string): boolean {
  const { [FAMILY]: family, name: own } = Object(error) as Partial<APIError>;
  return family === name || (Boolean(family) && own === name);
}

/** What the function returns; undefined if it throws, or a promise of that if it rejects. */
export function ignoringErrors<Value>(act: () => Value): Value | undefined {
  try {
    const value = act();
    return value instanceof Promise ? (value.catch(() => undefined) as Value) : value;
  } catch {
    return undefined;
  }
}
