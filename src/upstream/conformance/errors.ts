/** Why a request, a check or a run cannot go on. */

/** A request brought no usable response. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  /** `throttled`: the service responded 429 again and again. The others are failures of service or connection. */
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

/** Thrown by a check that cannot read a response. Another check reports what is wrong with that response. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
}

/** Thrown by a check if the service shows no data for it. */
export class NothingToCheck extends Error {
  override readonly name = 'NothingToCheck';
}
