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

export interface Request extends Expectation {
  readonly url: string;
  /** Default: POST if there is content, otherwise GET. */
  readonly method?: string;
  /** The secret in the URL of a request that needs no access token. */
  readonly secret?: string;
}

export interface Result {
  readonly value: unknown;
  readonly response: HttpResponse;
}

/** The access tokens of a connection, as a call needs them. */
export interface Tokens {
  /**
   * Registers the start of a call. @returns a function that registers its end; soon after the last call has ended, a
   * token request ends, too
   */
  enter(): (isAborted?: boolean) => void;
  /** Returns a token that should be valid. */
  current(deadline: Deadline): Promise<string>;
  /** Records that a request with the token failed. @returns whether the request may succeed with a new token */
  refuse(token: string, failure: APIError): boolean;
}

/** Performs a call, with an access token if there are tokens. @throws APIError, or the reason of the caller's signal */
export type Perform = (request: Request, call: CallOptions, tokens?: Tokens) => Promise<Result>;

/** The longest time that a pause is kept; a service may ask for years by mistake. */
const LONGEST_PAUSE = 3_600_000;
/** Methods that have the same effect if a request is sent twice (RFC 9110 section 9.2.2). */
const IDEMPOTENT = /^(GET|PUT|DELETE)$/;
const failures = () => import('./failures.js');

export function createPerform(settings: Settings, fetch: FetchLike): Perform {
  const { clientSecret, maxRetryDelay, logger } = settings;
  /** The pauses that the service asked for. Each covers one operation, and all calls of the connection. */
  const pauses = new Map<string, { readonly until: number; readonly failure: APIError }>();
  let calls = 0;
  /** The tokens that were used last: a broken service may repeat them in any response. */
  let used = new Set<string>();

  /**
   * Waits until the operation may be called, plus a random time, so that waiting calls do not resume all at once.
   * @throws the failure that asked for the pause, if the call would end before the pause, or the pause is too long
   */
  const waitForPause = async (operation: string, deadline: Deadline): Promise<void> => {
    // Other calls may lengthen the pause meanwhile.
    for (;;) {
      const { until = 0, failure } = pauses.get(operation) ?? {};
      const rest = until - now();
      if (rest <= 0) return;
      if (until > deadline.endsAt || rest > maxRetryDelay) throw repeated(failure, rest);

      await deadline.wait(rest + backoff(1, maxRetryDelay));
    }
  };

  return async (request, options, tokens) => {
    const { operation, url, content, secret } = request;
    const { timeout, retries } = { ...settings, ...options } as Settings;
    const isForm = content instanceof URLSearchParams;
    const body = isForm ? String(content) : JSON.stringify(content);
    const method = request.method ?? (body ? 'POST' : 'GET');
    const fixed = { method, redirect: 'manual', ...(body && { body }) } as const;
    const isRepeatable = isForm || options.retryPost === true || IDEMPOTENT.test(method);
    const call = ++calls;
    const deadline = startDeadline(operation, timeout, options.signal);
    const leave = tokens?.enter();
    let headers = {};
    let attempt = 1;
    let retry = 1;
    let hasRenewed = false;

    const redaction = (): Redaction => redact(url, headers, [clientSecret, secret, ...used]);
    /** Notifies a hook and the log. Each gets an event of its own, so that none can change the request. */
    const notify = (name: keyof Hooks, add?: (redaction: Redaction) => object): void => {
      const hook = settings[name] as ((event: RequestEvent) => unknown) | undefined;
      if (!hook && !logger) return;

      const known = redaction();
      const event = { operation, call, attempt, method, url: known.url, headers: known.headers, ...add?.(known) };
      void ignoringErrors(() => logger?.debug(`${operation} ${name}`, { ...event }));
      void ignoringErrors(() => hook?.(event));
    };

    try {
      for (; ; attempt++) {
        if (retries > 0) await waitForPause(operation, deadline);
        const token = await tokens?.current(deadline);
        await deadline.race();
        headers = requestHeaders(settings.headers, options.headers, {
          'content-type': body && (isForm ? 'application/x-www-form-urlencoded' : 'application/json'),
          authorization: token && `Bearer ${token}`,
        });
        if (token) used = new Set([...used, token].slice(-3));
        notify('onRequest');
        const sentAt = now();
        let failure: APIError;

        try {
          const init = { ...fixed, headers: { ...headers }, signal: deadline.signal };
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
          await deadline.race();
          failure = (await failures()).connectionFailure(request, error, redaction());
        }

        let delay = 0;
        if (token && tokens!.refuse(token, failure) && !hasRenewed) {
          hasRenewed = true;
        } else {
          const asked = (failure.retryAfter ?? 0) * 1_000;
          if (!(await failures()).isRetried(failure, isRepeatable)) throw failure;

          if (asked > 0) pauses.set(operation, { until: now() + Math.min(asked, LONGEST_PAUSE), failure });
          delay = asked + backoff(retry, maxRetryDelay);
          // Retrying earlier would ignore the service, waiting longer would exceed the limits of the caller.
          if (asked > maxRetryDelay || retry++ > retries || now() + delay > deadline.endsAt) throw failure;
        }
        notify('onRetry', () => ({ status: failure.status, error: failure, delay }));
        await deadline.wait(delay);
      }
    } catch (error) {
      if (error instanceof APIError) notify('onFailure', () => ({ status: error.status, error }));
      throw error;
    } finally {
      deadline.release();
      leave?.(options.signal?.aborted);
    }
  };
}
