/** One call, from its first attempt to its last: pause, token, request, and what follows from the response. */

import { type Deadline, now, startDeadline } from './deadline.js';
import { APIError, ignoringErrors } from '../errors.js';
import { hider, shownRequestHeaders, shownResponseHeaders, shownUrl } from '../redaction.js';
import { connectionFailure, type Expectation, readValue, requestIdOf } from './response.js';
import { backoff, isRetried } from './retry.js';
import { type CallOptions, type RequestEvent, requestHeaders, type Settings } from '../settings.js';
import { type FetchLike, type HttpResponse, send } from './transport.js';

export interface Request extends Expectation {
  readonly url: string;
  /** A secret in the URL, of a request that needs no access token. */
  readonly secret?: string;
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
  /** The pauses that the service asked for. Each covers one operation, and all calls of the connection. */
  const pauses = new Map<string, { readonly until: number; readonly failure: APIError }>();
  let calls = 0;

  /**
   * Waits until the operation may be called, plus a random time, so that waiting calls do not resume all at once.
   * @throws the failure that asked for the pause, if the call would end before
   */
  const waitForPause = async (operation: string, deadline: Deadline): Promise<void> => {
    for (;;) {
      const pause = pauses.get(operation);
      if (!pause || pause.until <= now()) return;
      if (pause.until > deadline.endsAt) throw pause.failure;
      await deadline.wait(pause.until - now() + backoff(1, maxRetryDelay));
    }
  };

  return async (request, limits, tokens) => {
    const { operation, url, content, secret } = request;
    const { timeout, retries } = { ...settings, ...limits } as Settings;
    const isForm = content instanceof URLSearchParams;
    const body = isForm ? String(content) : JSON.stringify(content);
    const method = body ? 'POST' : 'GET';
    const call = ++calls;
    const deadline = startDeadline(operation, timeout, limits.signal);
    let retry = 1;
    let hasRenewed = false;

    try {
      for (let attempt = 1; ; attempt++) {
        if (retries > 0) await waitForPause(operation, deadline);
        const token = await tokens?.current(deadline);
        await deadline.race();
        const headers = requestHeaders(settings.headers, limits.headers, {
          ...(body && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        });
        const hide = hider([clientSecret, token, secret]);
        /** Notifies a hook. Each gets an event of its own, so that none can change the request. */
        const notify = <Event extends RequestEvent>(
          hook: ((event: Event) => unknown) | undefined,
          more?: Omit<Event, keyof RequestEvent>,
        ): void => {
          const shown = { url: shownUrl(url, hide), headers: shownRequestHeaders(headers) };
          void ignoringErrors(() => hook?.({ operation, call, attempt, method, ...shown, ...more } as Event));
        };

        notify(onRequest);
        const sentAt = now();
        let failure: APIError;
        try {
          const init = { method, headers, ...(body && { body }), redirect: 'manual', signal: deadline.signal } as const;
          const response = await deadline.race(send(fetch, url, init));
          const { status } = response;
          const responseHeaders = shownResponseHeaders(response.headers, hide);
          notify(onResponse, {
            status,
            duration: now() - sentAt,
            requestId: requestIdOf(response.headers),
            responseHeaders,
          });
          return { value: readValue(request, response, hide), response };
        } catch (error) {
          await deadline.race();
          failure = error instanceof APIError ? error : connectionFailure(request, error, hide);
        }

        let delay = 0;
        if (token && tokens!.refuse(token, failure) && !hasRenewed) {
          hasRenewed = true;
        } else {
          const asked = (failure.retryAfter ?? 0) * 1_000;
          // Retrying earlier would ignore the service, waiting longer would exceed the limits of the caller.
          if (!isRetried(failure, !content || isForm || limits.retryPost) || asked > maxRetryDelay) throw failure;
          if (asked > 0) pauses.set(operation, { until: now() + asked, failure });
          delay = asked + backoff(retry, maxRetryDelay);
          if (retry++ > retries || now() + delay > deadline.endsAt) throw failure;
        }
        notify(onRetry, { status: failure.status, error: failure, delay });
        await deadline.wait(delay);
      }
    } finally {
      deadline.release();
    }
  };
}
