/** HTTP as a library such as ky or got does it when it is set up well: with timeouts, and retries that pause. */

import { demandedPause } from './retry-after.js';

const ATTEMPTS = 5;
const TIMEOUT = 2_000;
/** Longer than this, the caller decides whether to wait. */
const LONGEST_PAUSE = 60_000;

/**
 * Sends a request and reads the response. What may have arrived is repeated only if it is `repeatable`; what was refused
 * is repeated anyway.
 * @returns {Promise<{ status: number, ok: boolean, data: unknown }>} `data` is undefined if there is no body
 */
export async function request(url, { method = 'GET', headers = {}, body, repeatable = method === 'GET' } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    let response;
    try {
      response = await once(url, { method, headers, body });
    } catch (error) {
      if (isLast || !repeatable)
        throw new Error(`${method} ${new URL(url).pathname}: ${reason(error)}`, { cause: error });
      await pause(backoff(attempt));
      continue;
    }
    const { status, demanded } = response;
    const wasRefused = status === 429 || (status === 503 && demanded !== undefined);
    const mayRepeat = wasRefused || (repeatable && status >= 500);
    const wait = demanded ?? backoff(attempt);
    if (isLast || !mayRepeat || wait > LONGEST_PAUSE) return response;
    await pause(wait);
  }
}

async function once(url, init) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  // Read here, so that a body that is cut off is a failed attempt.
  const text = await response.text();
  const { status, ok, headers } = response;
  const hasData = ok && status !== 204;
  return { status, ok, demanded: demandedPause(headers), data: hasData ? JSON.parse(text) : undefined };
}

/** Grows with each attempt, and differs between clients. */
function backoff(attempt) {
  return 200 * 2 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
}

function reason({ name, message, cause }) {
  if (name === 'TimeoutError') return `no response after ${TIMEOUT} ms`;
  if (name === 'SyntaxError') return `the body is not JSON: ${message}`;
  return `no complete response: ${cause?.code ?? message}`;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
