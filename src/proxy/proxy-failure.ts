/** Why the proxy itself answers: told as problem details (RFC 9457), because it is not the service that speaks. */

import { problemDetails, PROBLEM_TYPE } from '../platform/problem-details.js';

/** Thrown where a request or its answer does not get through. */
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

/** The answer that tells of it. */
export function failureAnswer({ status, title, message, more }: ProxyFailure): {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
} {
  const body = Buffer.from(JSON.stringify(problemDetails(status, title, message, more)));
  return { status, rawHeaders: ['Content-Type', PROBLEM_TYPE], body };
}
