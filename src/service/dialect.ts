/** How the service words a failure: OAuth's error body at the token endpoint, its own everywhere else. */

import { STATUS_CODES } from 'node:http';
import type { Access } from '../contract/operation.js';
import { jsonAnswer, type Answer } from './answer.js';
import type { ServiceFailure } from './service-failure.js';

/** The codes of RFC 6749 section 5.2 for failures that any endpoint can have. */
const OAUTH_CODES: ReadonlyMap<string, string> = new Map([
  ['payload_too_large', 'invalid_request'],
  ['unsupported_media_type', 'invalid_request'],
  ['method_not_allowed', 'invalid_request'],
  ['rate_limited', 'temporarily_unavailable'],
  ['internal_error', 'server_error'],
]);

/** How else error bodies may look, by the variants of the point `error-body`. */
const OTHER_BODIES: Readonly<Record<string, (failure: ServiceFailure) => Answer>> = {
  problem: ({ status, message, headers }) => {
    const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Failure', status, detail: message };
    return jsonAnswer(status, body, { 'Content-Type': 'application/problem+json; charset=utf-8', ...headers });
  },
  'status-code': ({ status, message, headers }) => jsonAnswer(status, { statusCode: status, message }, headers),
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
export function failureAnswer(access: Access | undefined, failure: ServiceFailure, errorBody = ''): Answer {
  if (access === 'client') return oauthAnswer(failure);
  return (OTHER_BODIES[errorBody] ?? apiAnswer)(failure);
}

function apiAnswer({ status, code, message, details, headers }: ServiceFailure): Answer {
  return jsonAnswer(status, { error: code, message, ...(details && { details }) }, headers);
}

/** RFC 6749 knows no 415: a body of another type is a malformed request, 400. */
function oauthAnswer({ status, code, message, headers }: ServiceFailure): Answer {
  const body = { error: OAUTH_CODES.get(code) ?? code, error_description: message };
  return jsonAnswer(status === 415 ? 400 : status, body, { 'Cache-Control': 'no-store', ...headers });
}
