/** Why a request or a run failed. */

/** A request brought no usable response. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  /** `throttled`: the service responded 429 again and again. The others are failures of the service or of the connection. */
  readonly code: 'unreachable' | 'tls' | 'timeout' | 'redirect' | 'too-large' | 'throttled';

  constructor(code: RequestFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The run cannot start: the server is not the service, or refuses the credentials. */
export class ServiceUnusable extends Error {
  override readonly name = 'ServiceUnusable';
}

/** The run has ended: no further request may be sent. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}
