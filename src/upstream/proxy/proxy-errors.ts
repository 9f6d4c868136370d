/** Errors of the proxy, and the responses that the proxy makes itself. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import type { Problem } from '../../emulator/control/problem.js';
import type { ClientResponse } from './message.js';

/** The service was not found at the address that was given. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** Renders a failure as problem details (RFC 9457), so that clients can tell it from a response of the service. */
export function failureResponse({ status, title, message, members }: Problem): ClientResponse {
  return jsonResponse(status, problemDetails(status, title, message, members), PROBLEM_TYPE);
}

/** A response with this JSON value. */
export function jsonResponse(status: number, value: object, type = 'application/json; charset=utf-8'): ClientResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { status, rawHeaders: ['Content-Type', type, 'Content-Length', String(body.length)], body };
}
