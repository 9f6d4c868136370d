/** Calls of a deployment that may fail at any time. */

import { setTimeout } from 'node:timers/promises';

/** A request that a replica holds back for so long counts as unanswered. */
const PATIENCE_MILLISECONDS = 10_000;

export function call(url: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Response> {
  const json = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return fetchOnce(url, { method, ...json });
}

/** The answer to a call of the control plane, as soon as the deployment is in use again. */
export async function answerTo(send: () => Promise<Response>): Promise<unknown> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const response = await unlessFailed(send());
    if (response?.ok === true) return await response.json();
    if (performance.now() > deadline) throw new Error(`no answer but ${response?.status ?? 'none'}`);
    await setTimeout(100);
  }
}

/** A connection of its own, so that no request waits for another, or is repeated because a connection was closed. */
export function fetchOnce(url: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  return fetch(url, {
    ...init,
    headers: { ...(headers as Record<string, string>), Connection: 'close' },
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
}

export async function unlessFailed<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch {
    return undefined;
  }
}
