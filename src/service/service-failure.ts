/** A failure that the service would tell its client; `dialect.ts` turns it into an answer. */

import type { ReachedPoint } from './service-response.js';

/** What a failure may carry beside its status, code and message. */
export interface FailureExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>>;
  /** What the emulator knows of the reason and the service would not tell. */
  readonly diagnostic?: string;
  readonly variantPoint?: ReachedPoint;
  readonly cause?: unknown;
}

export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  readonly status: number;
  /** The stable code of the error body. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly diagnostic: string | undefined;
  readonly variantPoint: ReachedPoint | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, details, diagnostic, variantPoint: situation, cause }: FailureExtras = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.details = details;
    this.diagnostic = diagnostic;
    this.variantPoint = situation;
  }
}

/** 404, for what does not exist and for what the institution may not see. */
export function notFound(message: string, diagnostic?: string, situation?: ReachedPoint): ServiceFailure {
  return new ServiceFailure(404, 'not_found', message, {
    ...(diagnostic !== undefined && { diagnostic }),
    ...(situation !== undefined && { variantPoint: situation }),
  });
}

/** 401 with the challenge that RFC 6750 section 3 demands; `flawed` where a token was presented. */
export function unauthorized(message: string, flawed: boolean, diagnostic?: string): ServiceFailure {
  const reason = flawed ? `, error="invalid_token", error_description="${message}"` : '';
  return new ServiceFailure(401, 'unauthorized', message, {
    headers: { 'WWW-Authenticate': `Bearer realm="institution"${reason}` },
    ...(diagnostic !== undefined && { diagnostic }),
  });
}
