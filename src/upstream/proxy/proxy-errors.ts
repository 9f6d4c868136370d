/** Errors of the proxy, and the response to a request that failed in the proxy itself. */

import { PROBLEM_TYPE, problemDetails } from '../../common/platform/problem-details.js';
import type { Problem } from '../../emulator/control/problem.js';
import type { ClientResponse } from './message.js';

/** The service was not found at the address that was given. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
}

/** Renders a failure as problem details (RFC 9457), so that clients can tell it from a response of the service. */
export function failureResponse({ status, title, message, members }: Problem): ClientResponse {
  const body = Buffer.from(JSON.stringify(problemDetails(status, title, message, members)));
  return { status, rawHeaders: ['Content-Type', PROBLEM_TYPE], body };
}
