/** Failures between the suite and the service. */

/** Thrown where a request brings no answer that can be looked at. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** `throttled`: the service answers 429 again and again. The others say nothing good of the service, or of the way to it. */
  readonly code: 'unreachable' | 'tls' | 'timeout' | 'redirect' | 'too-large' | 'throttled';

  constructor(code: CallFailed['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown where the run cannot begin: what is at the addresses is not the service, or does not let us in. */
export class ServiceUnusable extends Error {
  override readonly name = 'ServiceUnusable';
}

/** Thrown where no further request may be sent. */
export class RunOver extends Error {
  override readonly name = 'RunOver';
}
