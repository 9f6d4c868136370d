/** Errors of the proxy, and the response to a request that failed in the proxy itself. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';

/** The service was not found at the address that was given. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** A request or its response cannot be passed on. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly status: number;
  readonly title: string;
  /** Extension members of the problem. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    title: string,
    detail: string,
    { more = {}, cause }: { readonly more?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
  ) {
    super(detail, { cause });
    this.status = status;
    this.title = title;
    this.more = more;
  }
}

/** Renders a failure as problem details (RFC 9457), so that clients can tell it from a response of the service. */
export function failureResponse({ status, title, message, more }: ProxyFailure): {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
} {
  const body = Buffer.from(JSON.stringify(problemDetails(status, title, message, more)));
  return { status, rawHeaders: ['Content-Type', PROBLEM_TYPE], body };
}
