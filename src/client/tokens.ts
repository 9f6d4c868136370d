/** The access token of a connection (specification section 5): one request serves all waiting calls. */

import { type APIError, ignoringErrors, repeated, UnauthorizedError } from './errors.js';
import type { CallOptions } from './settings/call-options.js';
import type { Settings, TokenCache } from './settings/config.js';
import type { Perform, Tokens } from './transport/call.js';
import { now, serviceTime, startDeadline } from './transport/deadline.js';
import { type Members, numberIn } from './transport/response.js';

/** A token is renewed before it expires: a tenth of its lifetime before, but at most 30 seconds before. */
const RENEWAL_SHARE = 0.1;
const EARLIEST_RENEWAL = 30_000;
/** A token of unknown lifetime may have expired from this age on. */
const DOUBTFUL_AGE = 60_000;
/** The longest time for a renewal in the background, in milliseconds. Another renewal may start after this time. */
const RENEWAL_TIMEOUT = 10_000;
/** The longest time that a call waits for the cache. */
const CACHE_TIMEOUT = 1_000;
/** How long a token request may continue after the last call has ended: it keeps the process running. */
const GRACE = 250;
/** How long calls fail at once after the service refused the client credentials. */
const REFUSAL_PAUSE = 30_000;
/** A value that a header can carry. The transport would reject other values with an error that quotes the secret. */
const HEADER_VALUE = /^[!-~]+$/;

export function createTokens(settings: Settings, perform: Perform): Tokens {
  const { clientId: client_id, clientSecret: client_secret, tokenUrl: url, tokenCache } = settings;
  const key = `${url} ${client_id}`;
  const tokenRequest = {
    operation: 'issueToken',
    url,
    content: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
    flawOf: ({ access_token }: Members) => (isToken(access_token) ? undefined : 'has no valid access_token'),
  };
  /** The token in use. Its lifetime is set to 0 if the service refuses it. */
  let token = '';
  let receivedAt = 0;
  /** When the service issued the token, by the service's clock; NaN or undefined if that time is not known. */
  let issuedAt: number | undefined;
  /**
   * The lifetime of the token in milliseconds. It is Infinity if the service states none: then the token is used until
   * the service refuses it.
   */
  let lifetime = 0;
  /** The new token for which calls wait; undefined if none is requested. */
  let pending: Promise<string> | undefined;
  /** The token is not renewed before this time. */
  let nextRenewal = 0;
  /** The last failure to get a token. Until `refusedUntil`, calls fail with it. */
  let refusal: unknown;
  let refusedUntil = 0;
  let runningCalls = 0;
  /** Ends token requests and waits for the cache, once the last call has ended. */
  let controller = new AbortController();
  let endTimer: ReturnType<typeof setTimeout> | undefined;

  const age = (): number => now() - receivedAt;
  const renewalAge = (): number => lifetime - Math.min(lifetime * RENEWAL_SHARE, EARLIEST_RENEWAL);

  /** @param issued when the service issued the token, by its clock */
  const setToken = (text: string, milliseconds: number, issued?: number): string => {
    receivedAt = now();
    lifetime = milliseconds;
    issuedAt = issued;

    return (token = text);
  };

  /** The result of the cache; undefined if the cache fails or hangs. */
  const askCache = async <Value>(act: (cache: TokenCache) => Value): Promise<Awaited<Value> | undefined> => {
    if (!tokenCache) return undefined;

    const deadline = startDeadline('tokenCache', CACHE_TIMEOUT, controller.signal);
    const value = await ignoringErrors(() => deadline.race(act(tokenCache)));
    deadline.release();

    return value;
  };

  /** Requests a token, and keeps it. */
  const request = async (limits?: CallOptions): Promise<string> => {
    const { value, response } = await perform(tokenRequest, { ...limits, signal: controller.signal });
    const { access_token, expires_in } = value as { access_token: string; expires_in?: unknown };
    const milliseconds = numberIn(expires_in) * 1_000;
    setToken(access_token, milliseconds, serviceTime(response.headers));
    const stored = { token: access_token, expiresAt: Date.now() + milliseconds };
    // A cache needs the time of expiry, which is not known without a lifetime.
    if (milliseconds < Infinity) await askCache((cache) => cache.set(key, stored));

    return access_token;
  };

  /** Takes the token of the cache, or requests one. Remembers a failure, so that calls that come soon fail at once. */
  const obtain = async (): Promise<string> => {
    // `stop` may replace the controller while this function waits.
    const { signal } = controller;
    try {
      const stored = await askCache((cache) => cache.get(key));
      const rest = (stored?.expiresAt ?? 0) - Date.now();
      // The cache may still have the token that the service has just refused. A token that expires soon would have to
      // be renewed at once.
      const isUsable = isToken(stored?.token) && stored.token !== token && rest > EARLIEST_RENEWAL;
      if (isUsable) return setToken(stored.token, rest);

      return await request();
    } catch (failure) {
      refusal = failure;
      if (failure instanceof UnauthorizedError) refusedUntil = now() + REFUSAL_PAUSE;
      throw failure;
    } finally {
      // After `stop`, `pending` belongs to a later request.
      if (!signal.aborted) pending = undefined;
    }
  };

  /** Ends the token request and the wait for the cache, because no call waits for them any longer. */
  const stop = (): void => {
    controller.abort();
    controller = new AbortController();
    pending = undefined;
  };

  return {
    enter() {
      runningCalls++;
      clearTimeout(endTimer);
      return (isAborted) => {
        if (--runningCalls > 0) return;
        endTimer = setTimeout(stop, isAborted ? 0 : GRACE);
        // On Node.js, this timer itself keeps nothing running.
        (endTimer as { unref?: () => unknown }).unref?.();
      };
    },

    /** The deadline ends only this wait, and not the token request for which other calls wait. */
    async current(deadline) {
      if (age() < lifetime) {
        // Renewal starts early, so that no call waits for it and a failure does no harm.
        if (age() >= renewalAge() && now() >= nextRenewal) {
          nextRenewal = now() + RENEWAL_TIMEOUT;
          void ignoringErrors(() => request({ retries: 0, timeout: RENEWAL_TIMEOUT }));
        }
        return token;
      }
      if (now() < refusedUntil) throw repeated(refusal, refusedUntil - now());

      pending ??= obtain();

      try {
        return await deadline.race(pending);
      } catch (failure) {
        // Every call gets an error of its own.
        throw repeated(failure);
      }
    },

    /** Drops a token that was refused with 401, or with 403 if it may have expired by the clock of either side. */
    refuse(text, failure: APIError) {
      if (!(failure instanceof UnauthorizedError)) return false;
      // Another call has renewed the token meanwhile. The new token may succeed.
      if (token !== text) return true;

      // This age is NaN if one of the two times by the service's clock is not known.
      const ageByService = serviceTime(failure.response?.headers) - issuedAt!;
      // The greater age decides: the client's clock may stand still while the machine sleeps.
      const greatestAge = Math.max(age(), ageByService || 0);
      const mayHaveExpired = greatestAge >= (lifetime < Infinity ? renewalAge() : DOUBTFUL_AGE);
      if (failure.status === 403 && !mayHaveExpired) return false;

      lifetime = 0;

      return true;
    },
  };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && HEADER_VALUE.test(value);
}
