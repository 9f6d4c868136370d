/** Hooks for logs and traces. Events contain no secrets. */

/** A request that is sent. */
export interface RequestEvent {
  /** The method of the connection, or `issueToken`. */
  readonly operation: string;
  /** Counts the calls of a connection; all attempts of one call have the same number. */
  readonly call: number;
  /** From 1. */
  readonly attempt: number;
  readonly method: string;
  /** Link tokens and search terms are removed. */
  readonly url: string;
  /** By lower-case name. The access token is removed. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response that was received. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds since the request was sent. */
  readonly duration: number;
  /** The service's request ID; undefined if the response has none. */
  readonly requestId: string | undefined;
}

/** An attempt that is followed by another one. */
export interface RetryEvent extends RequestEvent {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The error if there was no response. */
  readonly error: Error | undefined;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Callbacks for events. Errors that they throw are ignored: a failing log does not fail a call. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Also called when a call is repeated with a new token. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    const result = hook?.(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // A failing hook must not fail the call.
  }
}
