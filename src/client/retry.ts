/** Decides whether and when a call is retried. */

import type { Deadline } from './deadline.js';
import { ConnectionError } from './errors.js';
import type { Hooks } from './hooks.js';
import type { ServiceRequest } from './request.js';
import type { HttpResponse, Transport } from './transport.js';

/** What every call of a connection shares. The token endpoint has its own: a pause there does not delay the API. */
export interface CallSettings {
  readonly transport: Transport;
  readonly pause: Pause;
  /** How often a call is tried again at most. */
  readonly retries: number;
  /** The longest wait before an attempt, in milliseconds. */
  readonly maxRetryDelay: number;
  readonly random: () => number;
  readonly hooks: Hooks;
  /** A number for each call. */
  readonly nextCall: () => number;
}

const GATEWAY_TROUBLE = new Set([502, 503, 504]);

/**
 * Decides whether to send the request again.
 * @param retry number of the next retry, from 1
 * @returns milliseconds until the next attempt; undefined if there is none
 */
export function decideRetry(
  request: ServiceRequest,
  outcome: HttpResponse | ConnectionError,
  retry: number,
  { retries, maxRetryDelay, random, pause }: CallSettings,
): number | undefined {
  const requested = requestedPause(outcome);
  // Retrying earlier would ignore the service, waiting longer would exceed `maxRetryDelay`: the call fails.
  if (requested !== undefined && requested > maxRetryDelay) return undefined;
  if (requested !== undefined) pause.extend(requested);
  if (retry > retries || !mayRepeat(request, outcome)) return undefined;
  return (requested ?? 0) + backoff(retry, maxRetryDelay, random);
}

/** The pause that the service asks for, in milliseconds. */
function requestedPause(outcome: HttpResponse | ConnectionError): number | undefined {
  if (outcome instanceof ConnectionError || (outcome.status !== 429 && outcome.status !== 503)) return undefined;
  const seconds = readRetryAfter(outcome);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/**
 * A request that is not repeatable is sent again only if it certainly had no effect: it was never sent, or the service asks
 * to send it later (429, or 503 with `Retry-After`).
 */
function mayRepeat({ isRepeatable }: ServiceRequest, outcome: HttpResponse | ConnectionError): boolean {
  if (outcome instanceof ConnectionError) return isRepeatable || !outcome.mayHaveArrived;
  if (outcome.status === 429) return true;
  if (outcome.status === 503 && readRetryAfter(outcome) !== undefined) return true;
  return isRepeatable && (GATEWAY_TROUBLE.has(outcome.status) || outcome.cut !== undefined);
}

const BASE_MILLISECONDS = 500;
/** A random value near zero would be no backoff. */
const LEAST_MILLISECONDS = 50;

/**
 * Exponential backoff with full jitter.
 * @param retry number of the retry, from 1
 * @param most the longest wait, in milliseconds
 * @param random returns numbers from 0 to 1
 * @returns milliseconds
 */
export function backoff(retry: number, most: number, random: () => number): number {
  const ceiling = Math.min(most, BASE_MILLISECONDS * 2 ** (retry - 1));
  return Math.max(LEAST_MILLISECONDS, random() * ceiling);
}

/** A pause that the service asked for. It holds for all calls of a connection. */
export class Pause {
  #until = 0;

  /** @param delay in milliseconds from now */
  extend(delay: number): void {
    this.#until = Math.max(this.#until, performance.now() + delay);
  }

  /** Waits until the pause is over, plus `spread()`, so that waiting calls do not resume all at once. */
  async over(deadline: Deadline, spread: () => number): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await deadline.wait(rest + spread());
  }

  #rest(): number {
    return this.#until - performance.now();
  }
}

/** `Date.parse` would also accept "-5" or "in 12". */
const HTTP_DATE = /^(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?,? .*\d\d:\d\d:\d\d/i;

/** Reads `Retry-After`: seconds from the response on; undefined if the header is missing or invalid. */
export function readRetryAfter({ headers }: Pick<HttpResponse, 'headers'>): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const moment = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(moment)) return undefined;
  return Math.max(0, (moment - serverTime(headers)) / 1_000);
}

/** The server's time, if it sends `Date`: the local clock may differ. */
function serverTime(headers: HttpResponse['headers']): number {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}
