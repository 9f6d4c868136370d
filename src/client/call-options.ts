/** What every method takes as its last argument. */

export interface CallOptions {
  /** Ends the call at any time, waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take in milliseconds, token request, waits and retries included. Default: that of the connection. */
  readonly timeout?: number | undefined;
  /** Whether a POST may be repeated although it may have succeeded: doing it twice does no harm. Default: false. */
  readonly retryUnsafe?: boolean | undefined;
}
