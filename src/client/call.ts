/** One call, from its first attempt to its last: pause, token, request, and what follows from the response. */

import { type Deadline, startDeadline } from './deadline.js';
import { APIError } from './errors.js';
import { type Hide, hider, shownRequestHeaders, shownResponseHeaders, shownUrl } from './redaction.js';
import { connectionFailure, type Expectation, readValue, requestIdOf } from './response.js';
import { backoff, createPauses, isRetried } from './retry.js';
import { type CallOptions, type HeaderFields, type RequestEvent, requestHeaders, type Settings } from './settings.js';
import { type FetchLike, type HttpResponse, send } from './transport.js';

export interface Request extends Expectation {
  readonly url: string;
  /** A request with a body is a POST. */
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** Whether the request can be sent twice without a second effect. */
  readonly isRepeatable: boolean;
  /** A secret in the URL. */
  readonly secret?: string | undefined;
}

export interface Result {
  readonly value: unknown;
  readonly response: HttpResponse;
}

/** The access tokens of a connection, as a call needs them. */
export interface Tokens {
  /** Returns a token that should be valid. */
  current(deadline: Deadline): Promise<string>;
  /** Learns that a request with the token failed. @returns whether it may work with a new one */
  refuse(token: string, failure: APIError): boolean;
}

/** Limits that differ from those of the connection. */
export type Limits = CallOptions & { readonly retries?: number };

/**
 * Performs a call.
 * @param tokens undefined for a request without an access token
 * @throws APIError, or the reason of the caller's signal
 */
export type Perform = (request: Request, limits: Limits, tokens?: Tokens) => Promise<Result>;

export function createPerform(settings: Settings, fetch: FetchLike): Perform {
  const { clientSecret, maxRetryDelay, onRequest, onResponse, onRetry } = settings;
  const pauses = createPauses();
  let calls = 0;

  return async (request, limits, tokens) => {
    const { operation, url, body, contentType, isRepeatable, secret } = request;
    const { timeout = settings.timeout, retries = settings.retries } = limits;
    const method = body === undefined ? 'GET' : 'POST';
    const call = ++calls;
    const deadline = startDeadline(operation, timeout, limits.signal);

    /** Sends the request once and notifies the hooks. */
    const exchange = async (
      headers: HeaderFields,
      hide: Hide,
      event: () => RequestEvent,
    ): Promise<Result | APIError> => {
      const init = { method, headers: { ...headers }, redirect: 'manual', signal: deadline.signal } as const;
      notify(onRequest, event);
      const sentAt = performance.now();
      let response: HttpResponse;
      try {
        response = await deadline.race(send(fetch, url, body === undefined ? init : { ...init, body }));
      } catch (error) {
        await deadline.race();
        return connectionFailure(request, error, hide);
      }
      const duration = performance.now() - sentAt;
      const { status } = response;
      notify(onResponse, () => ({
        ...event(),
        status,
        duration,
        requestId: requestIdOf(response),
        responseHeaders: shownResponseHeaders(response.headers, hide),
      }));
      const value = readValue(request, response, hide);
      return value instanceof APIError ? value : { value, response };
    };

    try {
      let hasRenewed = false;
      for (let attempt = 1, retry = 1; ; attempt++) {
        if (retries > 0) await pauses.over(operation, deadline, maxRetryDelay);
        const token = await tokens?.current(deadline);
        await deadline.race();
        const headers = requestHeaders(settings.headers, limits.headers, {
          ...(contentType && { 'content-type': contentType }),
          ...(token && { authorization: `Bearer ${token}` }),
        });
        const hide = hider([clientSecret, token, secret]);
        const event = (): RequestEvent => ({
          operation,
          call,
          attempt,
          method,
          url: shownUrl(url, hide),
          headers: shownRequestHeaders(headers),
        });
        const failure = await exchange(headers, hide, event);
        if (!(failure instanceof APIError)) return failure;

        let delay = 0;
        const mayBeRenewed = token !== undefined && tokens?.refuse(token, failure) === true;
        if (mayBeRenewed && !hasRenewed) {
          hasRenewed = true;
        } else {
          const asked = (failure.retryAfter ?? 0) * 1_000;
          // Retrying earlier would ignore the service, waiting longer would exceed the limits of the caller.
          if (!isRetried(failure, isRepeatable) || asked > maxRetryDelay) throw failure;
          pauses.add(operation, failure);
          delay = asked + backoff(retry, maxRetryDelay);
          if (retry++ > retries || delay > deadline.remaining()) throw failure;
        }
        notify(onRetry, () => ({ ...event(), status: failure.status, error: failure, delay }));
        await deadline.wait(delay);
      }
    } finally {
      deadline.release();
    }
  };
}

/** Each hook gets an event of its own, so that none can change the request. */
function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: () => Event): void {
  try {
    const result = hook?.(event());
    if (result instanceof Promise) result.catch(() => undefined);
  } catch {
    // A failing hook must not fail the call.
  }
}
