import { IdSdkError } from './id-sdk-error.js';

/** A call took longer than its `timeout`, waits and retries included. Whether the service has done it is unknown. */
export class TimeoutError extends IdSdkError {
  override readonly name = 'TimeoutError';
  /** What the call was allowed, in milliseconds. */
  readonly timeout: number;

  constructor(operation: string, timeout: number) {
    super(`${operation} took longer than ${timeout} ms; give it more with the option timeout`);
    this.timeout = timeout;
  }
}
