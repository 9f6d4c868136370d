import { APIError } from './api-error.js';

/** No answer came: no connection, or one that ended too early. `status` is 0, `cause` says why. */
export class ConnectionError extends APIError {
  override readonly name = 'ConnectionError';
  /** False where the request certainly did not reach the service, so that it can be sent again safely. */
  readonly mayHaveArrived: boolean;

  constructor(
    message: string,
    { cause, mayHaveArrived }: { readonly cause: unknown; readonly mayHaveArrived: boolean },
  ) {
    super(message, { status: 0, cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}
