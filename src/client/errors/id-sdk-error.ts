/** What all errors of the library have in common. */

export interface ErrorDetails {
  /** What led to it. */
  readonly cause?: unknown;
}

/** Every error that the library throws is one, except the reason of an `AbortSignal`, which is thrown as it is. */
export class IdSdkError extends Error {
  override readonly name: string = 'IdSdkError';
  /** What led to it; absent where the message says it all. */
  declare readonly cause?: unknown;

  constructor(message: string, { cause }: ErrorDetails = {}) {
    super(message);
    // By hand, because Node.js knows the option of `Error` from 16.9 on only.
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true });
  }
}
