/** What a transport's failure says about the request. */

import { ConnectionError } from './errors/connection-error.js';

/** There was no connection to send anything on. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'UND_ERR_CONNECT_TIMEOUT']);

export function connectionFailure(operation: string, error: unknown): ConnectionError {
  const code = codeOf(error);
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  return new ConnectionError(`${operation} got no answer: ${reason}`, { cause: error, mayHaveArrived: code === undefined || !NEVER_SENT.has(code) });
}

/** `fetch` hides it in the cause. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; at = (at as { cause?: unknown }).cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
