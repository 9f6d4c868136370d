/**
 * The errors of a connection: an {@link APIError} for a failed request, an {@link InvalidArgumentError} for an
 * argument.
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

/** The facts about a failure, which become members of its error. */
export type Failure = {
  readonly status: number;
  readonly mayHaveArrived?: boolean;
  readonly timeout?: number;
} & Partial<Pick<APIError, 'code' | 'details' | 'requestId' | 'retryAfter' | 'response' | 'cause'>>;

/**
 * A request failed: an error status, an unusable response, or no response. The base class of all other errors but
 * {@link InvalidArgumentError}.
 */
export class APIError extends Error {
  override readonly name: string = 'APIError';
  /** HTTP status; 0 if there was no response. */
  declare readonly status: number;
  /** The error code of the service (`rate_limited`) or the network (`ECONNRESET`); undefined if there is none. */
  declare readonly code: string | undefined;
  /** Further details from the service; undefined if it sent none. */
  declare readonly details: unknown;
  /** Identifies the request for the service's operator; undefined if the response has no request ID. */
  declare readonly requestId: string | undefined;
  /** Seconds to wait, from now on; undefined if neither the service nor an earlier failure asks for it. */
  declare readonly retryAfter: number | undefined;
  /** The response; undefined if there was none. */
  declare readonly response: ErrorResponse | undefined;
  /** The underlying error of a GET, without secrets. A POST has none: it might quote a secret that was received. */
  declare readonly cause?: unknown;
  constructor(message: string, { cause, ...failure }: Failure) {
    super(message, cause ? { cause } : undefined);
    Object.assign(this, failure);
  }
  /** @internal */
  [FAMILY](): boolean {
    return true;
  }
  /** What `JSON.stringify` writes: the members, and the message. */
  toJSON(): object {
    return Object.assign({}, this, { message: this.message });
  }
}

/** The service refuses the caller: the client credentials or a new token (401), or this operation (403). */
export class UnauthorizedError extends APIError {
  override readonly name = 'UnauthorizedError';
}

/** The rate limit is exceeded (429), and waiting as long as the call allows did not help. */
export class RateLimitError extends APIError {
  override readonly name = 'RateLimitError';
}

/** There was no response: no connection, or one that ended too early. `status` is 0, the message says why. */
export class ConnectionError extends APIError {
  override readonly name = 'ConnectionError';
  /** False if the request certainly did not reach the service and can safely be sent again. */
  declare readonly mayHaveArrived: boolean;
}

/** A call took longer than its `timeout`, with waits and retries. `status` is 0. The service may have performed it. */
export class TimeoutError extends APIError {
  override readonly name = 'TimeoutError';
  /** The time limit of the call, in milliseconds. */
  declare readonly timeout: number;
}

/** An argument of `connect` or of a method is missing or cannot be sent. No request has failed: nothing was sent. */
export class InvalidArgumentError extends TypeError {
  override readonly name = 'InvalidArgumentError';
}

/** Whether a request failed. Unlike `instanceof`, it also knows the errors of another copy of the library. */
export function isAPIError(error: unknown): error is APIError {
  return FAMILY in Object(error);
}

/**
 * A copy of an earlier failure for another call, with a stack of its own. Anything but an APIError is returned
 * unchanged.
 * @param milliseconds how long calls still fail; the copy tells it as `retryAfter`. Default: that of the failure
 */
export function repeated(failure: unknown, milliseconds?: number): unknown {
  if (!(failure instanceof APIError)) return failure;

  const { message, cause, constructor } = failure;
  const wait = milliseconds && { retryAfter: Math.ceil(milliseconds / 1_000) };

  return new (constructor as typeof APIError)(message, Object.assign({}, failure, { cause }, wait));
}

/** The result of the function; undefined if it throws, or a promise of undefined if its promise rejects. */
export function ignoringErrors<Value>(act: () => Value): Value | undefined {
  try {
    const value = act();
    return value instanceof Promise ? (value.catch(() => undefined) as Value) : value;
  } catch {
    return undefined;
  }
}
