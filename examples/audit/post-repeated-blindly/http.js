/** Mistake: it repeats a POST after a failure that does not say whether the first one has arrived. */

import { demandedPause } from '../shared/retry-after.js';

const RETRIES = 4;

export async function http(method, url, { json, form, token } = {}) {
  const headers = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (json) headers['content-type'] = 'application/json';
  const body = form ? new URLSearchParams(form) : json && JSON.stringify(json);

  let failure;
  for (let retry = 0; retry <= RETRIES; retry++) {
    let pause = 150 * 2 ** retry;
    try {
      const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(2_500) });
      const text = await response.text();
      const { status } = response;
      if (status < 400) return { status, data: status === 204 ? undefined : JSON.parse(text) };
      if (status < 500 && status !== 429) return { status };
      failure = new Error(`${method} ${url} failed with ${status}`);
      pause = demandedPause(response.headers) ?? pause;
    } catch (error) {
      failure = error;
    }
    if (retry < RETRIES) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw failure;
}
