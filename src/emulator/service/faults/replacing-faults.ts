/** Faults that replace the operation: another response, a refused token, a refusal because of too many requests. */

import { AccessTokenError } from '../../domain/tokens/access-token-error.js';
import { httpDate } from '../../domain/time/timestamp.js';
import type { ThrottleFault } from '../../scenarios/fault.js';
import { windowWith } from '../../scenarios/throttle-window.js';
import { invalidToken, ServiceError } from '../service-error.js';
import type { FaultPerformer } from './fault-performer.js';

/** Responds instead of the operation, or after it: with an error of the service, or an intermediary's text. */
export const performAnswer: FaultPerformer<'answer'> = ({ effect, ...fault }, _context, next) => {
  const { status, headers = {}, error, message, text, type } = fault;
  // Only the response is lost; what the operation does in the world is kept.
  if (effect === 'kept') {
    const response = next();
    // The service refused the request itself, so that failure stays.
    if (response.status >= 400) return response;
  }
  if (text !== undefined) {
    const ofText = type === undefined ? {} : { 'Content-Type': type };
    return { status, headers: { ...headers, ...ofText }, text };
  }

  throw new ServiceError(status, error ?? 'error', message ?? 'The request failed.', { headers });
};

/** Refuses a valid access token as if it were invalid. A lasting fault makes the token invalid for later calls, too. */
export const performToken: FaultPerformer<'token'> = ({ as, lasting = false }, { exchange }) => {
  const { sandbox, tokenId, sentByEmulator } = exchange;
  if (lasting && tokenId !== undefined && !sentByEmulator) sandbox.spoiltTokens.set(tokenId, as);
  throw invalidToken(new AccessTokenError(as).message);
};

/** Allows each client a number of requests in each window of the sandbox's clock, and refuses the others. */
export const performThrottle: FaultPerformer<'throttle'> = (fault, { exchange, decided }, next) => {
  const { sandbox, clientId, start, sentByEmulator } = exchange;
  const { key, window } = windowWith({ fault, activation: decided.activation, sandbox, clientId });
  if (!sentByEmulator) sandbox.windows.set(key, window);

  /** The milliseconds until the window ends. */
  const left = window.startedAt + fault.per - sandbox.clock.waitingTime();
  const fields = fault.fields ? rateLimitFields(fault, fault.requests - window.requests, left) : {};
  if (window.requests > fault.requests) {
    const headers = { ...fields, ...retryAfter(fault, start.at, left) };
    throw new ServiceError(429, 'rate_limited', 'Rate limit exceeded.', { headers });
  }

  const response = next();
  return { ...response, headers: { ...response.headers, ...fields } };
};

type Fields = Readonly<Record<string, string>>;

/** `Retry-After`: valid (RFC 9110 section 10.2.3), or as gateways send it. Dates are by the sandbox's clock. */
function retryAfter({ retryAfter: form }: ThrottleFault, now: number, left: number): Fields {
  const seconds = Math.max(1, Math.ceil(left / 1_000));
  const values: Record<ThrottleFault['retryAfter'], Fields> = {
    seconds: { 'Retry-After': String(seconds) },
    // A date has whole seconds. Rounded up, it is never before the end of the window.
    date: { 'Retry-After': httpDate(Math.ceil((now + left) / 1_000) * 1_000) },
    absent: {},
    wrong: { 'Retry-After': 'in a moment' },
    past: { 'Retry-After': httpDate(now - 3_600_000) },
    fraction: { 'Retry-After': (left / 1_000).toFixed(3) },
    negative: { 'Retry-After': '-1' },
    // Node.js writes a line for each spelling of the name (https://github.com/nodejs/node/pull/1284).
    twice: { 'Retry-After': String(seconds), 'retry-after': String(seconds + 2) },
    endless: { 'Retry-After': '9'.repeat(20) },
  };
  return values[form];
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11. Their parameters are the quota `q` and the window `w`, the
 * remaining requests `r` and the time until the reset `t`, in seconds.
 */
function rateLimitFields({ requests, per }: ThrottleFault, remaining: number, untilReset: number): Fields {
  const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
  return {
    'RateLimit-Policy': `"default";q=${requests};w=${seconds(per)}`,
    RateLimit: `"default";r=${Math.max(0, remaining)};t=${seconds(untilReset)}`,
  };
}
