/** For logs and traces: what the library does, without secrets. */

/** A request that goes out. */
export interface RequestEvent {
  /** The method of the connection, or `issueToken`. */
  readonly operation: string;
  /** Counts the calls of a connection; all attempts of one call have the same number. */
  readonly call: number;
  /** From 1. */
  readonly attempt: number;
  readonly method: string;
  /** Without link tokens and what was searched for. */
  readonly url: string;
  /** By lower-case name. The access token is taken out. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer that came in. */
export interface ResponseEvent extends RequestEvent {
  readonly status: number;
  /** Milliseconds since the request went out. */
  readonly duration: number;
  /** What the service calls the exchange; undefined where the answer does not say. */
  readonly requestId: string | undefined;
}

/** An attempt that is followed by another one. */
export interface RetryEvent extends RequestEvent {
  /** Of the answer; 0 where none came. */
  readonly status: number;
  /** What went wrong where no answer came. */
  readonly error: Error | undefined;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Told of what happens. What they throw is ignored: a log that fails does not fail a call. */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Also told where a call is repeated with a new token. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    const result = hook?.(event);
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // The hook's own business.
  }
}
