/** How the service words a failure: OAuth's error body at the token endpoint, its own everywhere else. */

import { STATUS_CODES } from 'node:http';
import type { Access } from '../../contract/operation.js';
import { jsonResponse, type ServiceResponse } from '../service-response.js';
import type { ServiceFailure } from '../service-failure.js';

/** The codes of RFC 6749 section 5.2 for failures that any endpoint can have. */
const OAUTH_CODES: ReadonlyMap<string, string> = new Map([
  ['payload_too_large', 'invalid_request'],
  ['unsupported_media_type', 'invalid_request'],
  ['method_not_allowed', 'invalid_request'],
  ['rate_limited', 'temporarily_unavailable'],
  ['internal_error', 'server_error'],
]);

/** How else error bodies may look, by the variants of the point `error-body`. */
const OTHER_BODIES: Readonly<Record<string, (failure: ServiceFailure) => ServiceResponse>> = {
  problem: ({ status, message, headers }) => {
    const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Failure', status, detail: message };
    return jsonResponse(status, body, { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers });
  },
  'status-code': ({ status, message, headers }) => jsonResponse(status, { statusCode: status, message }, headers),
  text: ({ status, message, headers }) => ({
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers },
    body: message,
    text: message,
  }),
  empty: ({ status, headers }) => ({ status, headers, text: '' }),
};

/**
 * The answer that tells the client of the failure.
 * @param access that of the endpoint, where there is one
 * @param errorBody the variant that is chosen, where one is
 */
export function errorResponse(access: Access | undefined, failure: ServiceFailure, errorBody = ''): ServiceResponse {
  if (access === 'client') return oauthAnswer(failure);
  return (OTHER_BODIES[errorBody] ?? apiAnswer)(failure);
}

function apiAnswer({ status, code, message, details, headers }: ServiceFailure): ServiceResponse {
  return jsonResponse(status, { error: code, message, ...(details && { details }) }, headers);
}

/** RFC 6749 knows no 415: a body of another type is a malformed request, 400. */
function oauthAnswer({ status, code, message, headers }: ServiceFailure): ServiceResponse {
  const body = { error: OAUTH_CODES.get(code) ?? code, error_description: message };
  return jsonResponse(status === 415 ? 400 : status, body, { 'Cache-Control': 'no-store', ...headers });
}
