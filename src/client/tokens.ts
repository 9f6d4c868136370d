/** The access token of a connection (specification section 5): one request serves all waiting calls. */

import type { Limits, Perform, Tokens } from './call.js';
import { type APIError, UnauthorizedError } from './errors.js';
import { hider } from './redaction.js';
import { bodyFailure } from './response.js';
import { serviceTime } from './retry.js';
import type { Settings, StoredToken } from './settings.js';

/** A token is renewed a tenth of its lifetime before it expires, but at most 30 seconds before. */
const RENEWAL_SHARE = 0.1;
const MOST_SECONDS_BEFORE = 30;
/** A token of unknown lifetime may have expired from this age on, in seconds. */
const DOUBTFUL_AGE = 60;
/** The pause after a renewal in the background, which may have failed, and the longest time that one takes. */
const RENEWAL_PAUSE = 5_000;
const RENEWAL_TIMEOUT = 10_000;
/** How long calls fail at once after the service refused the client credentials. */
const REFUSAL_PAUSE = 30_000;

/** The transport would reject other values with an error that quotes them. */
const HEADER_VALUE = /^[!-~]+$/;

interface Token {
  readonly text: string;
  /** By the monotonic clock: changes of the machine's time do not matter. */
  readonly receivedAt: number;
  /** By the service's clock; NaN if it is not known. */
  readonly issuedAt: number;
  /** Seconds; Infinity if the service does not say, then the token is used until the service refuses it. */
  readonly lifetime: number;
  /** The age from which on it is renewed, in seconds. */
  readonly renewalAge: number;
}

export function createTokens(settings: Settings, perform: Perform): Tokens {
  const { clientId, clientSecret, tokenUrl, tokenCache } = settings;
  const key = `${tokenUrl} ${clientId}`;
  let held: Token | undefined;
  /** The text of the token that the service refused last. */
  let refused: string | undefined;
  let pending: Promise<string> | undefined;
  let nextRenewal = 0;
  let refusal: { readonly failure: unknown; readonly until: number } | undefined;

  const hold = (text: string, lifetime: number, issuedAt = NaN): string => {
    const renewalAge = lifetime - Math.min(lifetime * RENEWAL_SHARE, MOST_SECONDS_BEFORE);
    held = { text, receivedAt: performance.now(), issuedAt, lifetime, renewalAge };
    return text;
  };

  const request = async (limits: Limits = {}): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const tokenRequest = {
      operation: 'issueToken',
      url: tokenUrl,
      body: body.toString(),
      contentType: 'application/x-www-form-urlencoded',
      // Requesting twice gives two tokens; one of them is used.
      isRepeatable: true,
      isConfidential: true,
    };
    const { value, response } = await perform(tokenRequest, limits);
    const { access_token: token, expires_in: seconds } = value as Readonly<Record<string, unknown>>;
    if (!isToken(token)) throw bodyFailure(tokenRequest, response, hider([clientSecret]), 'has no usable access_token');
    const stated = parseFloat(String(seconds));
    const lifetime = Number.isNaN(stated) ? Infinity : stated;
    hold(token, lifetime, serviceTime(response.headers));
    const expiresAt = Date.now() + lifetime * 1_000;
    if (lifetime < Infinity) await ignoringErrors(() => tokenCache?.set(key, { token, expiresAt }));
    return token;
  };

  const obtain = async (): Promise<string> => {
    const { token, expiresAt = 0 } = ((await ignoringErrors(() => tokenCache?.get(key))) ?? {}) as Partial<StoredToken>;
    const lifetime = (expiresAt - Date.now()) / 1_000;
    if (isToken(token) && token !== refused && lifetime > MOST_SECONDS_BEFORE) return hold(token, lifetime);
    try {
      return await request();
    } catch (failure) {
      if (failure instanceof UnauthorizedError) refusal = { failure, until: performance.now() + REFUSAL_PAUSE };
      throw failure;
    }
  };

  /** Renewal starts early, so that no call waits for it and a failure does no harm. */
  const renewInBackground = async (): Promise<void> => {
    nextRenewal = Infinity;
    await ignoringErrors(() => request({ retries: 0, timeout: Math.min(settings.timeout, RENEWAL_TIMEOUT) }));
    nextRenewal = performance.now() + RENEWAL_PAUSE;
  };

  return {
    /** The deadline ends this wait only, not the request that other calls wait for. */
    async current(deadline) {
      const now = performance.now();
      if (held !== undefined && ageOf(held) < held.lifetime) {
        if (ageOf(held) >= held.renewalAge && now >= nextRenewal) void renewInBackground();
        return held.text;
      }
      if (refusal !== undefined && now < refusal.until) throw refusal.failure;
      pending ??= obtain().finally(() => (pending = undefined));
      return await deadline.race(pending);
    },

    /**
     * Drops a token that the service refused with 401, or with 403 if it may have expired by the clock of either side. Any
     * other 403 has another reason: the service refuses the institution or the request.
     */
    refuse(text, { status, response }: APIError) {
      if (status !== 401 && status !== 403) return false;
      if (held?.text !== text) return true;
      const ageThere = (serviceTime(response?.headers) - held.issuedAt) / 1_000;
      const age = Math.max(ageOf(held), ageThere || 0);
      if (status === 403 && age < (held.lifetime < Infinity ? held.renewalAge : DOUBTFUL_AGE)) return false;
      held = undefined;
      refused = text;
      return true;
    },
  };
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && HEADER_VALUE.test(value);
}

function ageOf({ receivedAt }: Token): number {
  return (performance.now() - receivedAt) / 1_000;
}

/** A cache or a renewal that fails must not fail a call. */
async function ignoringErrors<Value>(use: () => Value): Promise<Awaited<Value> | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}
