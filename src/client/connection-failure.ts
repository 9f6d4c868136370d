/** What a transport's failure says about the request. */

import { ConnectionError } from './errors/connection-error.js';
import type { ServiceRequest } from './service-request.js';

/** There was no connection to send anything on. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function connectionFailure(request: ServiceRequest, error: unknown): ConnectionError {
  const code = codeOf(error);
  const message = `${request.operation} got no answer: ${reasonOf(error)}`;
  return new ConnectionError(message, {
    cause: shownCause(request, error),
    mayHaveArrived: code === undefined || !NEVER_SENT.has(code),
  });
}

/** Errors of an HTTP parser carry what it was reading; of an answer that is a secret, only the reason is kept. */
export function shownCause({ isConfidential }: ServiceRequest, error: unknown): unknown {
  return isConfidential && error !== undefined ? new Error(reasonOf(error)) : error;
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}

/** `fetch` hides it in the cause. */
function codeOf(error: unknown): string | undefined {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < 5;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
