/** One call, from its first attempt to its last: pause, token, request, and what follows from the response. */

import { APIError, ignoringErrors, repeated } from '../errors.js';
import type { CallOptions } from '../settings/call-options.js';
import type { Settings } from '../settings/config.js';
import type { Hooks, RequestEvent } from '../settings/hooks.js';
import { backoff, type Deadline, now, startDeadline } from './deadline.js';
import { requestHeaders } from './headers.js';
import { redact, type Redaction, shownResponseHeaders } from './redaction.js';
import { type Expectation, flawIn, parse, requestIdOf } from './response.js';
import { type FetchLike, type HttpResponse, send } from './transport.js';

/** The request of a call, and the response that is expected. */
export interface Request extends Expectation {
  readonly url: string;
  /** Default: POST if there is content, otherwise GET. */
  readonly method?: string;
  /** The secret in the URL of a request that needs no access token. */
  readonly secret?: string;
}

/** The response of a successful call. */
export interface Result {
  /** The object or array in the body; undefined if the body is empty. */
  readonly value: unknown;
  readonly response: HttpResponse;
}

/** The access tokens of a connection, as a call needs them. */
export interface Tokens {
  /**
   * Registers the start of a call. Soon after the last call has ended, a token request ends, too.
   * @returns a function that registers the end of the call
   */
  enter(): (isAborted?: boolean) => void;
  /** Returns a token that should be valid. */
  current(deadline: Deadline): Promise<string>;
  /** Records that a request with the token failed. @returns whether the request may succeed with a new token */
  refuse(token: string, failure: APIError): boolean;
}

/** Performs a call, with an access token if there are tokens. @throws APIError, or the reason of the caller's signal */
export type Perform = (request: Request, call: CallOptions, tokens?: Tokens) => Promise<Result>;

/** The longest time that a pause is kept: a service may ask for years by mistake. */
const LONGEST_PAUSE = 3_600_000;
/** Methods that have the same effect if a request is sent twice (RFC 9110 section 9.2.2). */
const IDEMPOTENT = /^(GET|PUT|DELETE)$/;
/** The code for failures, which is loaded with the first one. */
const failures = () => import('./failures.js');

export function createPerform(settings: Settings, fetch: FetchLike): Perform {
  const { clientSecret, maxRetryDelay, logger } = settings;
  /** The pauses that the service asked for, by operation. Each covers all calls of the connection. */
  const pauses = new Map<string, { readonly until: number; readonly failure: APIError }>();
  let lastCall = 0;
  /** The tokens that were used last: a broken service may repeat them in any response. */
  let usedTokens = new Set<string>();

  /**
   * Waits until the operation may be called, plus a random time, so that waiting calls do not resume all at once.
   * @throws the failure that asked for the pause, if the call would end before the pause, or the pause is too long
   */
  const waitForPause = async (operation: string, deadline: Deadline): Promise<void> => {
    // The loop looks again after each wait, because other calls may have lengthened the pause meanwhile.
    for (;;) {
      const { until = 0, failure } = pauses.get(operation) ?? {};
      const rest = until - now();
      if (rest <= 0) return;
      if (until > deadline.endsAt || rest > maxRetryDelay) throw repeated(failure, rest);

      await deadline.wait(rest + backoff(1, maxRetryDelay));
    }
  };

  // One call, with all of its attempts.
  return async (request, options, tokens) => {
    const { operation, url, content, secret } = request;
    const { timeout, retries } = { ...settings, ...options } as Settings;

    // What all attempts have in common.
    const isForm = content instanceof URLSearchParams;
    const body = isForm ? String(content) : JSON.stringify(content);
    const method = request.method ?? (body ? 'POST' : 'GET');
    const unchanging = { method, redirect: 'manual', ...(body && { body }) } as const;
    // Only the token request sends a form, and a second token does no harm.
    const isRepeatable = isForm || options.retryPost === true || IDEMPOTENT.test(method);

    const call = ++lastCall;
    const deadline = startDeadline(operation, timeout, options.signal);
    const registerEnd = tokens?.enter();

    // What changes from attempt to attempt.
    let headers = {};
    let attempt = 1;
    /** The number of the next retry. An attempt with a new token is no retry. */
    let retry = 1;
    let hasRenewed = false;

    const redaction = (): Redaction => redact(url, headers, [clientSecret, secret, ...usedTokens]);
    /** Notifies a hook and the log. Each of them gets a copy of the event, so that neither can change the request. */
    const notify = (name: keyof Hooks, members?: (redaction: Redaction) => object): void => {
      const hook = settings[name] as ((event: RequestEvent) => unknown) | undefined;
      if (!hook && !logger) return;

      const shown = redaction();
      const event = { operation, call, attempt, method, url: shown.url, headers: shown.headers, ...members?.(shown) };
      void ignoringErrors(() => logger?.debug(`${operation} ${name}`, { ...event }));
      void ignoringErrors(() => hook?.(event));
    };

    try {
      for (; ; attempt++) {
        // A caller who wants no retries wants no waits either.
        if (retries > 0) await waitForPause(operation, deadline);
        // Without `tokens`, the endpoint needs no access token.
        const token = await tokens?.current(deadline);
        // The call may have ended meanwhile.
        await deadline.race();
        headers = requestHeaders(settings.headers, options.headers, {
          'content-type': body && (isForm ? 'application/x-www-form-urlencoded' : 'application/json'),
          authorization: token && `Bearer ${token}`,
        });
        // Only the last three tokens are kept, so that the set does not grow with each renewal.
        if (token) usedTokens = new Set([...usedTokens, token].slice(-3));

        notify('onRequest');
        const sentAt = now();
        let failure: APIError;

        try {
          const init = { ...unchanging, headers: { ...headers }, signal: deadline.signal };
          const response = await deadline.race(send(fetch, url, init));

          notify('onResponse', ({ text, code }) => ({
            status: response.status,
            duration: now() - sentAt,
            requestId: code(requestIdOf(response.headers)),
            responseHeaders: shownResponseHeaders(response.headers, text, content !== undefined),
          }));

          const value = parse(response.text);
          const flaw = flawIn(request, response, value);
          if (flaw === undefined) return { value, response };

          failure = (await failures()).responseFailure(request, response, redaction(), flaw);
        } catch (error) {
          // The timeout or the signal of the call also breaks the request. If so, its reason is thrown instead.
          await deadline.race();
          failure = (await failures()).connectionFailure(request, error, redaction());
        }

        let delay = 0;
        // If the service has refused the token, a new one may help. If the service refuses the new one, too, another
        // one would not help.
        if (token && tokens!.refuse(token, failure) && !hasRenewed) {
          hasRenewed = true;
        } else {
          const pause = (failure.retryAfter ?? 0) * 1_000;
          if (!(await failures()).isRetried(failure, isRepeatable)) throw failure;

          // The pause is for the other calls, too, even if this call ends here.
          if (pause > 0) pauses.set(operation, { until: now() + Math.min(pause, LONGEST_PAUSE), failure });
          delay = pause + backoff(retry, maxRetryDelay);
          // Retrying earlier would ignore the service, waiting longer would exceed the limits of the caller.
          if (pause > maxRetryDelay || retry > retries || now() + delay > deadline.endsAt) throw failure;

          retry++;
        }

        notify('onRetry', () => ({ status: failure.status, error: failure, delay }));
        await deadline.wait(delay);
      }
    } catch (error) {
      if (error instanceof APIError) notify('onFailure', () => ({ status: error.status, error }));
      throw error;
    } finally {
      deadline.release();
      registerEnd?.(options.signal?.aborted);
    }
  };
}
