/** A failure that the service reports to its client. `respond-to-error.ts` turns it into a response. */

import { mediaTypeOf } from '../../contract/headers.js';
import { PercentEncodingError } from '../../contract/query-string.js';
import { UnreadableBodyError } from '../../contract/reading/read-body.js';
import { refusalStatus } from '../../contract/reading/read-request.js';
import type { Violation } from '../../contract/violation.js';

type ServiceErrorOptions = Partial<Pick<ServiceError, 'headers' | 'details' | 'diagnostic' | 'variantPoint'>>;

/** A response with an error, thrown wherever the mistake is found. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The stable code of the error body. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the error body. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The reason as the emulator knows it, which the service would not tell. */
  readonly diagnostic: string | undefined;
  /** The point with variants that the failure reached. A variant that is chosen there replaces the response. */
  readonly variantPoint: string | undefined;

  /** @param options `headers` are empty by default, and everything else is absent */
  constructor(status: number, code: string, message: string, options: ServiceErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = code;

    const { headers = {}, details, diagnostic, variantPoint } = options;
    this.headers = headers;
    this.details = details;
    this.diagnostic = diagnostic;
    this.variantPoint = variantPoint;
  }
}

/** The error 400 for a request that the service cannot accept. */
export function invalidRequest(message: string, options?: ServiceErrorOptions): ServiceError {
  return new ServiceError(400, 'invalid_request', message, options);
}

/** The error 404 for things that do not exist or that the institution may not see. */
export function notFound(message: string, diagnostic?: string, variantPoint?: string): ServiceError {
  return new ServiceError(404, 'not_found', message, { diagnostic, variantPoint });
}

/** The error 401 for a request without an access token. */
export function tokenRequired(diagnostic?: string): ServiceError {
  return unauthorized('An access token is required.', '', diagnostic);
}

/** The error 401 for a request with an access token that gives no access. */
export function invalidToken(message: string, diagnostic?: string): ServiceError {
  return unauthorized(message, `, error="invalid_token", error_description="${message}"`, diagnostic);
}

/** The error 401 with a challenge. @param reason further parameters of the challenge (RFC 6750 section 3) */
function unauthorized(message: string, reason: string, diagnostic: string | undefined): ServiceError {
  const headers = { 'WWW-Authenticate': `Bearer realm="institution"${reason}` };
  return new ServiceError(401, 'unauthorized', message, { headers, diagnostic });
}

/** Reads a part of a request. @throws ServiceError 400, 413 or 415 if it cannot be read */
export function readable<Value>(part: 'path' | 'query' | 'body', read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PercentEncodingError) throw invalidRequest(`The ${part} is ${error.message}.`);
    throw error instanceof UnreadableBodyError ? unreadableBody(error) : error;
  }
}

/** The error for a body that cannot be read or parsed. */
function unreadableBody({ message, violation }: UnreadableBodyError): ServiceError {
  const status = refusalStatus(violation);
  if (status === 400) return invalidRequest(message);
  if (status === 413) return new ServiceError(413, 'payload_too_large', message);

  const options = { diagnostic: mediaTypeRemedy(violation), variantPoint: 'other-media-type' };
  return new ServiceError(415, 'unsupported_media_type', message, options);
}

/** What the client should send instead, for diagnostics. Undefined if that is not known. */
function mediaTypeRemedy({ code, expected, value }: Violation): string | undefined {
  if (code === 'charset') return 'send the form in UTF-8, without a charset';
  if (code !== 'media-type') return undefined;
  return mediaTypeOf(value) === 'application/json'
    ? 'the token endpoint takes a form, not JSON (RFC 6749 section 4.4.2)'
    : `send the body as ${expected}`;
}

/** The error 500 for a bug of the emulator. */
export function internalError(): ServiceError {
  return new ServiceError(500, 'internal_error', 'The server could not answer the request.');
}
