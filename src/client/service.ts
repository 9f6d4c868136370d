/** Performs calls: pause, token, send, renew the token, retry, and reading the response. */

import type { AccessTokens } from './access-tokens.js';
import { checkCallOptions } from './check-arguments.js';
import type { Settings } from './config.js';
import { AbortListeners, Deadline } from './deadline.js';
import { ConnectionError } from './errors.js';
import { notify, type RequestEvent } from './hooks.js';
import type { CallOptions, ServiceRequest } from './request.js';
import { connectionFailure, readNothing, readObject, requestIdOf } from './response.js';
import { backoff, decideRetry, type CallSettings } from './retry.js';
import type { HttpResponse } from './transport.js';

/** Reads the value of a response. */
type Reader<Value> = (request: ServiceRequest, response: HttpResponse, secrets: readonly string[]) => Value;

/** The service as the methods of a connection use it. */
export class Service {
  readonly #settings: Settings;
  readonly #callSettings: CallSettings;
  readonly #tokens: AccessTokens;
  readonly #listeners = new AbortListeners();

  constructor(settings: Settings, callSettings: CallSettings, tokens: AccessTokens) {
    this.#settings = settings;
    this.#callSettings = callSettings;
    this.#tokens = tokens;
  }

  /** The URL of an endpoint, by its path below `/api/v1`. */
  address(path: string): string {
    return this.#settings.apiUrl + path;
  }

  /** Performs a call. @returns the object or array in the response body */
  async read(request: ServiceRequest, options?: CallOptions): Promise<unknown> {
    return await this.#call(request, options, this.#tokens, readObject);
  }

  /** Performs a call without an access token. */
  async readPublic(request: ServiceRequest, options?: CallOptions): Promise<unknown> {
    return await this.#call(request, options, undefined, readObject);
  }

  /** Performs a call without a response body. */
  async do(request: ServiceRequest, options?: CallOptions): Promise<void> {
    await this.#call(request, options, this.#tokens, readNothing);
  }

  async #call<Value>(
    request: ServiceRequest,
    options: CallOptions = {},
    tokens: AccessTokens | undefined,
    read: Reader<Value>,
  ): Promise<Value> {
    checkCallOptions(options);
    const { signal, timeout = this.#settings.timeout } = options;
    const deadline = new Deadline(
      request.operation,
      timeout,
      signal === undefined ? undefined : { signal, listeners: this.#listeners },
    );
    try {
      const { response, token } = await performCall(request, this.#callSettings, deadline, tokens);
      return read(
        request,
        response,
        token === undefined ? [this.#settings.clientSecret] : [this.#settings.clientSecret, token],
      );
    } finally {
      deadline.release();
    }
  }
}

/** The result of a call. */
interface Performed {
  readonly response: HttpResponse;
  /** The token that was sent last. */
  readonly token: string | undefined;
}

/**
 * Performs a call from its first attempt to its last.
 * @param tokens undefined for a request without an access token
 * @returns the last response, whatever its status
 * @throws ConnectionError; TimeoutError or the caller's abort reason if the call had to end
 */
export async function performCall(
  request: ServiceRequest,
  settings: CallSettings,
  deadline: Deadline,
  tokens?: AccessTokens,
): Promise<Performed> {
  const call = settings.nextCall();
  let hasRenewed = false;
  for (let attempt = 1, retry = 1; ; attempt++) {
    await settings.pause.over(deadline, () => backoff(1, settings.maxRetryDelay, settings.random));
    const token = await tokens?.current(deadline);
    const { event, outcome } = await sendOnce(request, token, { call, attempt }, settings, deadline);
    const failed =
      outcome instanceof ConnectionError ? { status: 0, error: outcome } : { status: outcome.status, error: undefined };
    if (token !== undefined && failed.status > 0 && failed.status !== 401 && failed.status !== 403)
      tokens?.accept(token);
    if (token !== undefined && mayHaveExpired(token, failed.status, tokens)) {
      tokens?.discard(token);
      if (!hasRenewed) {
        hasRenewed = true;
        notify(settings.hooks.onRetry, { ...event, ...failed, delay: 0 });
        continue;
      }
    }
    const delay = decideRetry(request, outcome, retry, settings);
    if (delay === undefined || delay > deadline.remaining) {
      if (outcome instanceof ConnectionError) throw outcome;
      return { response: outcome, token };
    }
    retry += 1;
    notify(settings.hooks.onRetry, { ...event, ...failed, delay });
    await deadline.wait(delay);
  }
}

/**
 * An expired token yields 401 or 403 (specification section 5.6). 403 for a token that never worked has another reason: the
 * service refuses the institution or the request.
 */
function mayHaveExpired(token: string, status: number, tokens: AccessTokens | undefined): boolean {
  return status === 401 || (status === 403 && tokens?.wasAccepted(token) === true);
}

/** One attempt. */
interface Attempt {
  /** The event that the hooks received. */
  readonly event: RequestEvent;
  readonly outcome: HttpResponse | ConnectionError;
}

/**
 * Sends the request once and notifies the hooks.
 * @throws TimeoutError or the caller's abort reason if the call has to end
 */
async function sendOnce(
  request: ServiceRequest,
  token: string | undefined,
  { call, attempt }: { readonly call: number; readonly attempt: number },
  { transport, hooks }: CallSettings,
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
  let outcome: HttpResponse | ConnectionError;
  try {
    outcome = await deadline.race(transport({ method, url, headers, body, signal: deadline.signal }));
  } catch (error) {
    deadline.check();
    return { event, outcome: connectionFailure(request, error) };
  }
  // An abort during the body looks like a truncated response.
  deadline.check();
  notify(hooks.onResponse, {
    ...event,
    status: outcome.status,
    duration: performance.now() - sentAt,
    requestId: requestIdOf(outcome),
  });
  return { event, outcome };
}
