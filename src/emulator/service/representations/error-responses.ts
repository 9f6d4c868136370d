/**
 * Error responses: with the body of OAuth at the token endpoint (RFC 6749 section 5.2), elsewhere with the service's.
 */

import type { ServerResponse } from 'node:http';
import type { Access } from '../../../contract/operation.js';
import { jsonResponse, type PlainResponse } from '../../../contract/response.js';
import { renderFailure } from '../../../contract/variants/effects.js';
import type { Failure } from '../../../contract/variants/rewrites.js';
import { NO_VARIANTS } from '../../../contract/variants/variant-point.js';
import oauthCodes from './oauth-codes.json' with { type: 'json' };

/**
 * The codes of OAuth for failures that any endpoint can have. RFC 6749 has the codes for mistakes of the client in
 * section 5.2, and the codes for failures of the server in section 4.1.2.1.
 */
const OAUTH_CODES = new Map(Object.entries(oauthCodes));

/**
 * The response to a failed request.
 * @param access the access of the endpoint; undefined if there is no endpoint
 */
export function errorResponse(access: Access | undefined, failure: Failure, variants = NO_VARIANTS): PlainResponse {
  if (access === 'client') return oauthResponse(failure);

  const { status, code, message, details, headers } = failure;
  const body = { error: code, message, ...(details && { details }) };

  return renderFailure(variants, failure) ?? jsonResponse(status, body, headers);
}

/** A response whose body is a text. */
export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly text: string;
}

/** The response to a failed request outside of any exchange. */
export function errorText(access: Access | undefined, failure: Failure): TextResponse {
  const { status, headers, body } = errorResponse(access, failure);
  const text = JSON.stringify(body);
  return { status, headers: { ...headers, 'Content-Length': Buffer.byteLength(text) }, text };
}

/** Sends a response that no exchange has. */
export function writeText(res: ServerResponse, { status, headers, text }: TextResponse): void {
  res.writeHead(status, headers).end(text);
}

/** The message of an error body in either format; undefined if the body has none. */
export function messageIn(body: unknown): string | undefined {
  const { message, error_description: description } = body as { message?: string; error_description?: string };
  return message ?? description;
}

/** A response in OAuth's format. RFC 6749 has no 415: a body of another media type is a malformed request, 400. */
function oauthResponse({ status, code, message, headers }: Failure): PlainResponse {
  const body = { error: OAUTH_CODES.get(code) ?? code, error_description: message };
  return jsonResponse(status === 415 ? 400 : status, body, { 'Cache-Control': 'no-store', ...headers });
}
