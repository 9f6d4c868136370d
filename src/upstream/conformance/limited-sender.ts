/** Sends the requests of a run within its limits: requests a second, requests in total, and the wait after a 429. */

import { setTimeout as sleep } from 'node:timers/promises';
import { parseRetryAfter } from '../../contract/retry-after.js';
import type { ConformanceOptions, Wait } from './options.js';
import type { RecordedExchange } from '../../traffic/recorded-exchange.js';
import { sentence } from '../sentence.js';
import { NoResultError } from './exchange.js';
import { type OutgoingRequest, sendRequest } from './send-request.js';

/** How often one request is sent if each response is 429. */
const MAX_ATTEMPTS = 5;

/** The run ends after this many requests in a row without a usable response, because the service is probably down. */
const MAX_FAILURES = 3;

/** Sends requests one after the other. */
export class LimitedSender {
  readonly #options: ConformanceOptions;
  readonly #waitForTurn: ReturnType<typeof rateLimit>;
  #sent = 0;
  /** How many requests in a row had no usable response. */
  #failures = 0;
  /** Why no further request may be sent; undefined if one may. */
  #endReason: string | undefined;

  /** Prepares the limits of a run. @param usualRate requests a second if the options have none */
  constructor(options: ConformanceOptions, usualRate: number) {
    this.#options = options;
    this.#waitForTurn = rateLimit(options.rate ?? usualRate, options.wait ?? waitInRealTime);
  }

  /**
   * Sends the request, and repeats it after a 429.
   * @param onExchange receives every exchange, including each 429
   * @throws NoResultError if no usable response arrives, or if no further request may be sent
   */
  async send(request: OutgoingRequest, onExchange: (exchange: RecordedExchange) => void): Promise<void> {
    try {
      await this.#sendUntilAccepted(request, onExchange);
      this.#failures = 0;
    } catch (error) {
      // An interruption makes the request fail in some way, which does not matter.
      if (this.#options.signal?.aborted === true) throw new NoResultError('ended', 'the run was interrupted');

      const isUnusable = error instanceof NoResultError && error.reason === 'unusable';
      if (isUnusable && ++this.#failures === MAX_FAILURES) this.#endReason = error.message;
      throw error;
    }
  }

  /** Sends a request until the response is not 429. @throws NoResultError if no further request may be sent */
  async #sendUntilAccepted(request: OutgoingRequest, onExchange: (exchange: RecordedExchange) => void): Promise<void> {
    const { maxRequests = 500, maxWait = 60, wait = waitInRealTime, signal } = this.#options;
    if (this.#endReason !== undefined) this.#endRun(this.#endReason);

    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      if (this.#sent >= maxRequests) this.#endRun(sentence('too-many-requests', { maxRequests }));
      await this.#waitForTurn(signal);
      signal?.throwIfAborted();

      this.#sent += 1;
      const exchange = await sendRequest(request, signal);
      onExchange(exchange);
      if (exchange.status !== 429) return;

      const delay = retryDelay(exchange.responseHeaders);
      const seconds = Math.ceil(delay / 1_000);
      // A shorter wait would break the rules of the service, and a longer one those of the user.
      if (delay > maxWait * 1_000) this.#endRun(sentence('long-wait', { seconds, maxWait }));
      // After the last attempt, nothing more is sent.
      if (attempt < MAX_ATTEMPTS) await wait(delay, signal);
    }

    this.#endRun(sentence('always-throttled', { attempts: MAX_ATTEMPTS }));
  }

  /** Ends the run: no further request is sent. @throws NoResultError with the reason */
  #endRun(reason: string): never {
    this.#endReason = reason;
    throw new NoResultError('ended', reason);
  }
}

/** Waits in real time. */
const waitInRealTime: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal });

/**
 * Spreads requests evenly over time. The function waits until the next request may be sent.
 * @param rate requests a second; Infinity for no limit
 */
export function rateLimit(rate: number, wait: Wait): (signal?: AbortSignal) => Promise<void> {
  const gap = 1_000 / rate;
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    // Each call takes the next free turn, so that calls at one time are spread, too.
    const turn = Math.max(now, next);
    next = turn + gap;
    if (turn > now) await wait(turn - now, signal);
  };
}

/** The wait after a 429 in milliseconds, if the response gives none. */
const DEFAULT_WAIT = 1_000;

/**
 * The wait after a 429 in milliseconds. A date in `Retry-After` is compared with the `Date` of the response, because
 * the clocks of the two machines may differ.
 */
export function retryDelay(headers: Readonly<Record<string, string>>): number {
  return parseRetryAfter(headers['retry-after'], Date.parse(headers['date'] ?? '')) ?? DEFAULT_WAIT;
}
