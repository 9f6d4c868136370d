/** One attempt: out, in, and the hooks told of both. */

import { connectionFailure } from './connection-failure.js';
import type { Deadline } from './deadline.js';
import type { ConnectionError } from './errors/connection-error.js';
import { notify, type RequestEvent } from './hooks.js';
import type { Line } from './line.js';
import { requestIdOf } from './request-id.js';
import type { ServiceRequest } from './service-request.js';
import type { Answer } from './transport.js';

export interface Attempt {
  /** As the hooks see it. */
  readonly event: RequestEvent;
  readonly outcome: Answer | ConnectionError;
}

/** @throws why the call has to end, where it has to */
export async function sendOnce(
  request: ServiceRequest,
  token: string | undefined,
  { call, attempt }: { readonly call: number; readonly attempt: number },
  { transport, hooks }: Line,
  deadline: Deadline,
): Promise<Attempt> {
  deadline.check();
  const { operation, method, url, shownUrl, body, contentType } = request;
  const headers = {
    accept: 'application/json',
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const event = {
    operation,
    call,
    attempt,
    method,
    url: shownUrl,
    headers: 'authorization' in headers ? { ...headers, authorization: 'Bearer [hidden]' } : headers,
  };
  notify(hooks.onRequest, event);
  const sentAt = performance.now();
  let outcome: Answer | ConnectionError;
  try {
    outcome = await deadline.race(transport({ method, url, headers, body, signal: deadline.signal }));
  } catch (error) {
    deadline.check();
    return { event, outcome: connectionFailure(request, error) };
  }
  // An abort in mid-body looks like a cut.
  deadline.check();
  notify(hooks.onResponse, {
    ...event,
    status: outcome.status,
    duration: performance.now() - sentAt,
    requestId: requestIdOf(outcome),
  });
  return { event, outcome };
}
