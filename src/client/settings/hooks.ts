/** Hooks and logs. Events contain no secrets, no tokens, and no search terms. */

import type { APIError } from '../errors.js';
import type { HeaderFields } from './call-options.js';

/** A request that is sent. */
export interface RequestEvent {
  /** The method of the connection, or `issueToken`. */
  readonly operation: string;
  /** The number of the call on its connection. All attempts of one call have the same number. */
  readonly call: number;
  /** From 1. */
  readonly attempt: number;
  readonly method: string;
  /** Link tokens, and the values of all parameters but those of paging and state, are hidden. */
  readonly url: string;
  /** By lower-case name. Values that may be secret are hidden. */
  readonly headers: HeaderFields;
}

/** A response that was received. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds since the request was sent. */
  readonly duration: number;
  /** The service's request ID; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** The response's headers, such as those of a rate limit, by lower-case name; without cookies and secrets. */
  readonly responseHeaders: HeaderFields;
}

/** A call that failed for good. */
export interface FailureEvent extends RequestEvent {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Why the attempt failed. */
  readonly error: APIError;
}

/** An attempt that failed and is followed by another one. */
export interface RetryEvent extends FailureEvent {
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Callbacks for events. What they change or throw has no effect: a failing log does not fail a call. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Also called when a call is repeated with a new token. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called once for each call that fails, also for token requests; not for a call that its caller aborted. */
  readonly onFailure?: ((event: FailureEvent) => void) | undefined;
  /** Gets each event with a message such as `getUsers onRetry`: `console`, pino or winston. Default: none. */
  readonly logger?: { debug(message: string, event: RequestEvent): unknown } | undefined;
}
