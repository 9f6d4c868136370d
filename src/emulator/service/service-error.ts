/** A failure that the service reports to its client. `respond-to-error.ts` turns it into a response. */

import { PercentEncodingError } from '../../contract/query-string.js';

type Option = 'headers' | 'details' | 'diagnostic' | 'variantPoint' | 'cause';
export type ServiceErrorOptions = Partial<Pick<ServiceError, Option>>;

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  /** The stable code of the error body. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of the error body. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** What the emulator knows of the reason and the service would not say. */
  readonly diagnostic: string | undefined;
  /** The point with variants that the failure reached. */
  readonly variantPoint: string | undefined;

  /** @param options `headers` are empty by default, and everything else is absent */
  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, details, diagnostic, variantPoint, cause }: ServiceErrorOptions = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.details = details;
    this.diagnostic = diagnostic;
    this.variantPoint = variantPoint;
  }
}

/** 400. */
export function invalidRequest(message: string, options?: ServiceErrorOptions): ServiceError {
  return new ServiceError(400, 'invalid_request', message, options);
}

/** 404, for what does not exist and for what the institution may not see. */
export function notFound(message: string, diagnostic?: string, variantPoint?: string): ServiceError {
  return new ServiceError(404, 'not_found', message, { diagnostic, variantPoint });
}

/** 401 with the challenge of RFC 6750 section 3. `isFlawed`: the request has a token, but an invalid one. */
export function unauthorized(message: string, isFlawed: boolean, diagnostic?: string): ServiceError {
  const reason = isFlawed ? `, error="invalid_token", error_description="${message}"` : '';
  return new ServiceError(401, 'unauthorized', message, {
    headers: { 'WWW-Authenticate': `Bearer realm="institution"${reason}` },
    diagnostic,
  });
}

/** What `read` decodes of a request. @throws ServiceError 400 if the percent-encoding is malformed */
export function decoded<Value>(part: 'path' | 'query' | 'form', read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof PercentEncodingError ? invalidRequest(`The ${part} is ${error.message}.`) : error;
  }
}

/** 500, for a mistake of the emulator itself. */
export function internalError(): ServiceError {
  return new ServiceError(500, 'internal_error', 'The server could not answer the request.');
}
