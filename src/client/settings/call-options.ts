/** Options of one call. */

import { checkEach, checkNumbers, defined } from '../arguments.js';
import type { Signal } from '../transport/transport.js';

/** Headers to send, by name: an object, a `Headers` object or any list of pairs. Undefined values are left out. */
export type HeadersToSend =
  Readonly<Record<string, string | undefined>> | Iterable<readonly [name: string, value: string] | readonly string[]>;

/** Headers by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>;
/** Options of one call. */
export interface CallOptions {
  /** Ends the call at any time, waits included; it then rejects with the signal's reason. */
  readonly signal?: Signal | null | undefined;
  /** Time limit in milliseconds, including token request, waits and retries. Default: that of the connection. */
  readonly timeout?: number | undefined;
  /** How many times the call is retried if a retry is safe. Default: that of the connection. */
  readonly retries?: number | undefined;
  /** Headers of this call, for example `traceparent`; they replace those of the connection. */
  readonly headers?: HeadersToSend | undefined;
  /** Whether a POST may be repeated although it may have succeeded: doing it twice does no harm. Default: false. */
  readonly retryPost?: boolean | undefined;
}

/** @throws InvalidArgumentError with the first mistake */
export function readCallOptions(options: CallOptions | null | undefined): CallOptions {
  const call = defined(options);
  checkNumbers(1, call, 'timeout');
  checkNumbers(0, call, 'retries');
  checkEach(call, 'an AbortSignal', (signal) => 'addEventListener' in Object(signal), 'signal');

  return call;
}
